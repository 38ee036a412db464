import { fullRoom, visitorRoom } from "#infra/realtime/rooms.ts";
import type { ProcessTracer } from "#infra/tracing/tracer.ts";
import type { ApiSocketServer } from "../sockets/create-socket-server.ts";

/** Traces how long the first words of a turn take from the worker to this process's sockets. */
export const traceFirstDelta = (io: ApiSocketServer, tracing: ProcessTracer): void => {
  const { rooms } = io.of("/").adapter;
  io.on("turn:traced", (debateId, parent, from) => {
    const sizes = [fullRoom(debateId), visitorRoom(debateId)].map((room) => rooms.get(room)?.size);
    const sockets = sizes.reduce<number>((sum, size = 0) => sum + size, 0);
    if (sockets === 0) return;
    const attributes = { "debate.id": debateId, "debate.sockets": sockets };
    tracing.begin({ name: "first words to sockets", parent, from, facts: attributes }).end();
  });
};
