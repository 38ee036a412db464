import { LRUCache } from "lru-cache";
import { z } from "zod";
import { visitorRoom } from "#infra/realtime/rooms.ts";
import { TURN_ERROR_CODES } from "#shared/contract/debates/turn.ts";
import type { TurnWaiting } from "#shared/contract/events.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { getReceivingAdapter } from "../deltas/unbatch-deltas.ts";
import type { ApiSocketServer } from "../sockets/create-socket-server.ts";

const WaitingEvent = z.object({
  debateId: z.int(),
  turnId: z.int(),
  attempt: z.int(),
  code: z.enum(TURN_ERROR_CODES),
  retryMs: z.int().positive(),
});
const WaitingMessage = z.object({
  data: z.object({
    packet: z.object({ data: z.tuple([z.literal("turn:waiting"), WaitingEvent]) }),
    opts: z.object({ rooms: z.array(z.unknown()) }),
  }),
});
const MAX_DEBATES_CACHED = 1000;

interface ReceivedWaiting {
  event: TurnWaiting;
  isForVisitors: boolean;
}

export interface WaitingTurns {
  /**
   * Returns the pause before the next attempt at the debate's turn, with the remaining time. Null
   * if no pause is known.
   */
  find(viewer: Viewer, debateId: number): TurnWaiting | null;
}

/**
 * Stores the pauses before repeated attempts in memory until they are over, for viewers who join
 * during a pause. The row of a turn does not contain the reason of the pause.
 */
export const createWaitingTurns = (io: ApiSocketServer): WaitingTurns => {
  const adapter = getReceivingAdapter(io);
  const pauses = new LRUCache<number, ReceivedWaiting>({ max: MAX_DEBATES_CACHED });
  const deliver = adapter.onMessage.bind(adapter);
  adapter.onMessage = (message, offset) => {
    const { data: received } = WaitingMessage.safeParse(message);
    if (received) {
      const { packet, opts } = received.data;
      const [, event] = packet.data;
      const isForVisitors = opts.rooms.includes(visitorRoom(event.debateId));
      pauses.set(event.debateId, { event, isForVisitors }, { ttl: event.retryMs });
    }
    deliver(message, offset);
  };
  return {
    find(viewer, debateId) {
      const pause = pauses.get(debateId);
      if (!pause || (viewer === null && !pause.isForVisitors)) return null;
      return { ...pause.event, retryMs: Math.ceil(pauses.getRemainingTTL(debateId)) };
    },
  };
};
