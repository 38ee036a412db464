import { EventEmitter } from "node:events";
import { createShutdownState, drain } from "#api/realtime/sockets/drain.ts";
import { getReceivingAdapter } from "#api/realtime/deltas/unbatch-deltas.ts";
import type { ApiSocketServer } from "#api/realtime/sockets/create-socket-server.ts";
import { traceFirstDelta } from "#api/realtime/deltas/trace-first-delta.ts";
import { fullRoom, visitorRoom } from "#infra/realtime/rooms.ts";
import { testLogger } from "../harness.ts";

const serverWith = (adapter: object) =>
  Object.assign(new EventEmitter(), { of: () => ({ adapter }) });
const asServer = (server: object) => server as ApiSocketServer;

it("a process without a drain time keeps listening until it is closed", async () => {
  const shutdown = createShutdownState();
  const stopListening = jest.fn();
  const io = asServer({ engine: { clientsCount: 1 } });
  await drain({ io, shutdown, logger: testLogger, stopListening }, 0);
  expect([shutdown.hasBegun(), stopListening.mock.calls]).toEqual([false, []]);
});

it("an adapter that receives nothing from other processes is refused", () => {
  const receiving = { onMessage: () => undefined };
  expect(getReceivingAdapter(asServer(serverWith(receiving)))).toBe(receiving);
  expect(() => getReceivingAdapter(asServer(serverWith({})))).toThrow("this adapter hears nobody");
});

it("the first delta of a turn is traced if a socket of this process watches the debate", () => {
  const rooms = new Map([
    [fullRoom(7), new Set(["a", "b"])],
    [visitorRoom(7), new Set(["c"])],
    [fullRoom(8), new Set()],
  ]);
  const server = serverWith({ rooms });
  const begin = jest.fn(() => ({
    parent: undefined,
    recordChild: () => undefined,
    end: () => undefined,
  }));
  traceFirstDelta(asServer(server), { begin, close: async () => undefined });
  for (const debateId of [7, 8, 9]) server.emit("turn:traced", debateId, "parent", 1);
  expect(begin.mock.calls).toMatchObject([
    [{ facts: { "debate.id": 7, "debate.sockets": 3 }, parent: "parent" }],
  ]);
});
