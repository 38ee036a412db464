import { EventEmitter } from "node:events";
import { setImmediate as nextRound } from "node:timers/promises";
import { createSocketLimits } from "#api/realtime/sockets/socket-limits.ts";
import { testLogger } from "../harness.ts";

type Connection = Parameters<ReturnType<typeof createSocketLimits>["track"]>[0];

const connectionFrom = (remoteAddress: string) => {
  const connection = Object.assign(new EventEmitter(), {
    request: { socket: { remoteAddress } },
    close: jest.fn(),
  });
  return { connection: connection as unknown as Connection, close: connection.close };
};

describe("socket limits", () => {
  let limits: ReturnType<typeof createSocketLimits>;
  beforeEach(() => {
    limits = createSocketLimits(2, testLogger, () => 0);
  });
  afterEach(() => limits.close());

  it("close a connection above the limit of its address, however it was admitted", () => {
    const opened = [1, 2, 3].map(() => connectionFrom("192.0.2.7"));
    const other = connectionFrom("192.0.2.8");
    for (const { connection } of [...opened, other]) limits.track(connection);
    expect([...opened, other].map(({ close }) => close.mock.calls.length)).toEqual([0, 0, 1, 0]);
  });

  it("close a connection that sends too much, once, after answering its earlier messages", async () => {
    const { connection, close } = connectionFrom("192.0.2.7");
    limits.track(connection);
    const send = (packets: number) => {
      for (let n = 0; n < packets; n++) connection.emit("packet", { type: "message" });
    };
    send(6);
    expect(() => limits.requireBelowLimit(connection)).not.toThrow();
    send(3);
    expect(() => limits.requireBelowLimit(connection)).toThrow("Too many requests.");
    expect(close).not.toHaveBeenCalled();
    await nextRound();
    expect(close).toHaveBeenCalledTimes(1);
  });
});
