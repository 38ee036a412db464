import { coalesceDeltas } from "#api/realtime/deltas/coalesce-deltas.ts";
import type { ApiSocketServer } from "#api/realtime/sockets/create-socket-server.ts";

const ROOM = "debate:7:full";

/**
 * Opens a process with a minimum interval between deltas of 5 ms times the number of watchers.
 * Returns the messages that it delivers, and a function that passes it a message.
 */
const openProcess = (clientsCount: number, watchersCount: number) => {
  const delivered: unknown[] = [];
  const adapter = {
    onMessage: (message: unknown) => void delivered.push(message),
    rooms: new Map([[ROOM, { size: watchersCount }]]),
  };
  const io = { of: () => ({ adapter }), engine: { clientsCount } } as unknown as ApiSocketServer;
  coalesceDeltas(io, (watchers) => 5 * watchers);
  return { delivered, receive: (message: unknown) => adapter.onMessage(message) };
};

const deltaAt = (offset: number) => ({
  type: 3,
  data: {
    packet: { data: ["turn:delta", { debateId: 7, turnId: 70, attempt: 1, offset, text: "a" }] },
    opts: { rooms: [ROOM] },
  },
});

const MANY = 10_000;

describe("a process that merges deltas", () => {
  it("passes each delta on as it is while the process has few clients", () => {
    const { delivered, receive } = openProcess(1, 1);
    const message = deltaAt(0);
    receive(message);
    expect(delivered[0]).toBe(message);
  });

  it("passes on messages that are for no room while the process has many clients", () => {
    const { delivered, receive } = openProcess(MANY, MANY);
    const heartbeat = { type: 2 };
    receive(heartbeat);
    expect(delivered).toEqual([heartbeat]);
  });

  it("pauses between the deltas of a debate with many watchers, but not of one with few", () => {
    const [many, few] = [openProcess(MANY, MANY), openProcess(MANY, 1)];
    for (const { receive } of [many, few]) for (const offset of [0, 1]) receive(deltaAt(offset));
    expect(many.delivered).toEqual([deltaAt(0)]);
    expect(few.delivered).toEqual([deltaAt(0), deltaAt(1)]);
  });
});
