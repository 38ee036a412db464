import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below those that systems give to connections, one of which could be taken before anybody listens. */
const FIRST = 12_000;
const LAST = 32_000;

/** What is in the way of whoever would listen there now; null where nothing is. */
const obstacle = (port: number, host?: string): Promise<NodeJS.ErrnoException | null> =>
  new Promise((resolve) => {
    const probe = createServer().once("error", resolve);
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });

/** A port of 127.0.0.1 that nobody listens on right now. */
export const freePort = async (pick = () => randomInt(FIRST, LAST)): Promise<number> => {
  const port = pick();
  return (await obstacle(port, "127.0.0.1")) === null ? port : freePort(pick);
};

/** All addresses, and those of `localhost`: macOS gives all while somebody has one, who is then asked. */
const HOSTS = [undefined, "127.0.0.1", "::1"];
/** Of an address that this machine does not have. */
const ABSENT = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"]);

/** Rejects with a sentence when somebody listens already on the port that a variable names. */
export const refuseTakenPort = async (port: number, variable: string): Promise<void> => {
  for (const host of HOSTS) {
    const err = await obstacle(port, host);
    const advice = `Port ${port} is taken. Stop what listens there, or set ${variable} to another.`;
    if (err?.code === "EADDRINUSE") throw new Error(advice);
    if (err !== null && !ABSENT.has(err.code ?? "")) throw err;
  }
};
