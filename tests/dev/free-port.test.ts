import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { findFreePort, assertPortFree } from "#infra/dev/launcher/free-port.ts";

const FIRST_OF_CONNECTIONS = 32_768;

/** Who listens on this machine alone, by which of its two names. */
const squat = async (host: string) => {
  const listener = createServer()
    .listen(await findFreePort(), host)
    .unref();
  await once(listener, "listening");
  return (listener.address() as AddressInfo).port;
};

describe("a port that a variable names", () => {
  it.each(["127.0.0.1", "::1"])("is refused where %s is taken alone", async (host) => {
    const port = await squat(host);
    await expect(assertPortFree(port, "PORT")).rejects.toThrow(`Port ${port} is taken.`);
  });
});

describe("a free port", () => {
  it("is one that nobody listens on, and that no connection is given before somebody does", async () => {
    const ports = await Promise.all(Array.from({ length: 20 }, () => findFreePort()));
    expect(Math.max(...ports)).toBeLessThan(FIRST_OF_CONNECTIONS);
    expect(new Set(ports).size).toBeGreaterThan(15);
    await Promise.all(ports.map((port) => assertPortFree(port, "PORT")));
  });

  it("is another where one is taken", async () => {
    const [taken, other] = [await findFreePort(), await findFreePort()];
    const listener = createServer().listen(taken, "127.0.0.1");
    await once(listener, "listening");
    const picks = [taken, taken, other];
    expect(await findFreePort(() => picks.shift() ?? 0)).toBe(other);
    listener.close();
  });
});
