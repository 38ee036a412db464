import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * These ports are below the range that systems use for outgoing connections. In that range, an
 * outgoing connection could take a port after it was chosen and before it is used.
 */
const FIRST_PORT = 12_000;
const LAST_PORT = 32_000;

/** Returns the error of listening on this port; null if the port is free. */
const getListenError = (port: number, host?: string): Promise<NodeJS.ErrnoException | null> =>
  new Promise((resolve) => {
    const probe = createServer().once("error", resolve);
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });

/** Returns a free port on 127.0.0.1. */
export const findFreePort = async (
  pick = () => randomInt(FIRST_PORT, LAST_PORT),
): Promise<number> => {
  const port = pick();
  return (await getListenError(port, "127.0.0.1")) === null ? port : findFreePort(pick);
};

/**
 * Hosts on which a port must be free. macOS allows listening on all addresses while another process
 * listens on `localhost`, and that process gets the connections.
 */
const PROBED_HOSTS = [undefined, "127.0.0.1", "::1"];
const ADDRESS_UNAVAILABLE_CODES = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"]);

/** Rejects if the port is in use. `variable` is the variable that configures the port. */
export const assertPortFree = async (port: number, variable: string): Promise<void> => {
  for (const host of PROBED_HOSTS) {
    const err = await getListenError(port, host);
    const advice = `Port ${port} is already in use. Stop the program that uses it, or set ${variable} to another port.`;
    if (err?.code === "EADDRINUSE") throw new Error(advice);
    if (err !== null && !ADDRESS_UNAVAILABLE_CODES.has(err.code ?? "")) throw err;
  }
};
