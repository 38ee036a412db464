import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { findFreePort, assertPortFree } from "#infra/dev/launcher/free-port.ts";

const FIRST_OF_CONNECTIONS = 32_768;

const occupyPort = async (host: string) => {
  const listener = createServer()
    .listen(await findFreePort(), host)
    .unref();
  await once(listener, "listening");
  return (listener.address() as AddressInfo).port;
};

describe("a configured port", () => {
  it.each(["127.0.0.1", "::1"])("is refused if it is taken only on %s", async (host) => {
    const port = await occupyPort(host);
    await expect(assertPortFree(port, "PORT")).rejects.toThrow(`Port ${port} is already in use.`);
  });
});

describe("a free port", () => {
  it("is unused and outside of the range for outgoing connections", async () => {
    const ports = await Promise.all(Array.from({ length: 20 }, () => findFreePort()));
    expect(Math.max(...ports)).toBeLessThan(FIRST_OF_CONNECTIONS);
    expect(new Set(ports).size).toBeGreaterThan(15);
    await Promise.all(ports.map((port) => assertPortFree(port, "PORT")));
  });

  it("is another one if the first candidates are taken", async () => {
    const [taken, other] = [await findFreePort(), await findFreePort()];
    const listener = createServer().listen(taken, "127.0.0.1");
    await once(listener, "listening");
    const picks = [taken, taken, other];
    expect(await findFreePort(() => picks.shift() ?? 0)).toBe(other);
    listener.close();
  });
});
