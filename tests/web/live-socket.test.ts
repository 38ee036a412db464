import { type FakeApi, startFakeApi } from "./fake-api.ts";
import { getLiveSocket } from "#web/lib/socket/live-socket.ts";

/** Only what waits is moved by hand: the wire is a real one. */
const WIRE = ["nextTick", "setImmediate", "queueMicrotask", "setInterval", "performance"] as const;

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi();
  Object.assign(globalThis, { location: new URL(api.origin) });
  // From before the connection is made: it keeps the timers that it finds.
  jest.useFakeTimers({ doNotFake: [...WIRE] });
});
afterAll(() => {
  getLiveSocket(null).close();
  Reflect.deleteProperty(globalThis, "location");
  jest.useRealTimers();
});

const connected = () =>
  new Promise<void>((resolve) => void api.io.once("connection", () => resolve()));

describe("the page's connection", () => {
  it("is one for all that asks for it as the same user, and another for another user", async () => {
    const first = connected();
    const socket = getLiveSocket(null);
    await first;
    const another = connected();
    expect(getLiveSocket(null)).toBe(socket);
    expect(getLiveSocket(7)).toBe(socket);
    await another;
    // The first is closed, which the server hears in its own time.
    const open = async () => (await api.io.fetchSockets()).length;
    while ((await open()) > 1) await new Promise(setImmediate);
    expect(await open()).toBe(1);
  });

  it("that the server has cut comes back after a second", async () => {
    const socket = getLiveSocket(7);
    const cut = new Promise((resolve) => void socket.once("disconnect", resolve));
    api.io.disconnectSockets();
    expect(await cut).toBe("io server disconnect");
    jest.advanceTimersByTime(999);
    expect(socket.active).toBe(false);
    const back = connected();
    jest.advanceTimersByTime(1);
    expect(socket.active).toBe(true);
    await back;
  });

  it("that is lost comes back soon, then less and less often, and not with all others at once", async () => {
    /** What chance says, and when the page comes back then. */
    const tries = [
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
        // Beside the one that gives up waiting: it tells of the error.
        if (jest.getTimerCount() > 1) jest.advanceTimersByTime(1);
      }
    };
    const random = jest.spyOn(Math, "random").mockReturnValue(tries[0][0]);
    const lost = new Promise((resolve) => void io.once("close", resolve));
    await api.stop();
    await lost;
    for (const [place, [, ms]] of tries.entries()) {
      jest.advanceTimersByTime(ms - 1);
      expect(tried).toHaveBeenCalledTimes(place);
      random.mockReturnValue(tries[place + 1]?.[0] ?? 0);
      jest.advanceTimersByTime(1);
      expect(tried).toHaveBeenCalledTimes(place + 1);
      await failed(place + 1);
    }
    random.mockRestore();
  });
});
