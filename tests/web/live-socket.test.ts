import { type FakeApi, startFakeApi } from "./fake-api.ts";
import { SOCKET_AUTH } from "#shared/contract/socket-auth.ts";
import { getLiveSocket } from "#web/lib/socket/live-socket.ts";

/** Timers that are not faked, because network connections need them. */
const NETWORK_TIMERS = [
  "nextTick",
  "setImmediate",
  "queueMicrotask",
  "setInterval",
  "performance",
] as const;

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi();
  Object.assign(globalThis, { location: new URL(api.origin) });
  // Faked before the connection is made, because a connection keeps the timers of its start.
  jest.useFakeTimers({ doNotFake: [...NETWORK_TIMERS] });
});
afterAll(() => {
  getLiveSocket(null).close();
  Reflect.deleteProperty(globalThis, "location");
  jest.useRealTimers();
});

const connected = () =>
  new Promise<void>((resolve) => void api.io.once("connection", () => resolve()));

describe("the page's socket", () => {
  it("is shared by all callers of one user, and replaced for another user", async () => {
    const first = connected();
    const socket = getLiveSocket(null);
    await first;
    const secondConnection = connected();
    expect(getLiveSocket(null)).toBe(socket);
    expect(getLiveSocket(7)).toBe(socket);
    await secondConnection;
    // The server notices only later that the first socket is closed.
    const open = async () => (await api.io.fetchSockets()).length;
    while ((await open()) > 1) await new Promise(setImmediate);
    expect(await open()).toBe(1);
  });

  it("declares in its handshake which events it receives", async () => {
    getLiveSocket(7);
    const declared = async () =>
      (await api.io.fetchSockets()).map(({ handshake }) => handshake.auth);
    while ((await declared()).length === 0) await new Promise(setImmediate);
    expect(await declared()).toEqual([SOCKET_AUTH]);
  });

  it("reconnects a second after the server disconnected it", async () => {
    const socket = getLiveSocket(7);
    const disconnection = new Promise((resolve) => void socket.once("disconnect", resolve));
    api.io.disconnectSockets();
    expect(await disconnection).toBe("io server disconnect");
    jest.advanceTimersByTime(999);
    expect(socket.active).toBe(false);
    const reconnection = connected();
    jest.advanceTimersByTime(1);
    expect(socket.active).toBe(true);
    await reconnection;
  });

  it("reconnects soon, then after growing delays with jitter, at most 1 s each", async () => {
    /** A random value and the delay in milliseconds that follows from it. */
    const attempts = [
      [0, 300],
      [0.999, 899],
      [0, 1000],
      [0.999, 1000],
      [0, 1000],
    ] as const;
    const { io } = getLiveSocket(7);
    const tried = jest.fn();
    io.on("reconnect_attempt", tried);
    const failures: Error[] = [];
    io.on("reconnect_error", (err) => failures.push(err));
    const failed = async (times: number) => {
      while (failures.length < times) {
        await new Promise(setImmediate);
        // The first timer is the connection's timeout. A second one reports the error.
        if (jest.getTimerCount() > 1) jest.advanceTimersByTime(1);
      }
    };
    const random = jest.spyOn(Math, "random").mockReturnValue(attempts[0][0]);
    const lost = new Promise((resolve) => void io.once("close", resolve));
    await api.stop();
    await lost;
    for (const [place, [, ms]] of attempts.entries()) {
      jest.advanceTimersByTime(ms - 1);
      expect(tried).toHaveBeenCalledTimes(place);
      random.mockReturnValue(attempts[place + 1]?.[0] ?? 0);
      jest.advanceTimersByTime(1);
      expect(tried).toHaveBeenCalledTimes(place + 1);
      await failed(place + 1);
    }
    random.mockRestore();
  });
});
