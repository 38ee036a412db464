import { z } from "zod";
import { parseDebateRoom } from "#infra/realtime/rooms.ts";
import { computeDeltaIntervalMs, MIN_DELTA_INTERVAL_MS } from "#shared/domain/delta-interval.ts";
import { ReceivedDelta, getReceivingAdapter } from "./unbatch-deltas.ts";
import type { ApiSocketServer } from "../sockets/create-socket-server.ts";

const RoomMessage = z.looseObject({
  type: z.literal(3),
  data: z.looseObject({
    packet: z.looseObject({ data: z.array(z.unknown()) }),
    opts: z.looseObject({ rooms: z.array(z.string()) }),
  }),
});
type RoomMessage = z.infer<typeof RoomMessage>;

interface PendingDelta {
  broadcast: RoomMessage;
  delta: ReceivedDelta;
}

/**
 * The pause after a delta was sent to a debate's watchers. `pending` merges the deltas that arrive
 * during the pause.
 */
interface DeltaPause {
  timer: NodeJS.Timeout;
  pending?: PendingDelta;
}

const isContiguous = (
  delta: ReceivedDelta,
  { turnId, attempt, offset, text }: ReceivedDelta,
): boolean =>
  delta.turnId === turnId && delta.attempt === attempt && delta.offset === offset + text.length;

/**
 * Merges consecutive deltas of debates with many watchers, so that a process sends fewer messages
 * the more watchers a debate has. Other events for the same rooms flush pending deltas first, which
 * keeps the order.
 */
export const coalesceDeltas = (
  io: ApiSocketServer,
  getDeltaIntervalMs = computeDeltaIntervalMs,
): void => {
  const adapter = getReceivingAdapter(io);
  const { rooms } = adapter;
  const deliver = adapter.onMessage.bind(adapter);
  const pauses = new Map<number, DeltaPause>();

  const watchersIn = (names: readonly string[]): number =>
    names.reduce((sum, name) => sum + (rooms.get(name)?.size ?? 0), 0);

  const send = ({ broadcast, delta }: PendingDelta): void => {
    const packet = { ...broadcast.data.packet, data: ["turn:delta", delta] };
    deliver({ ...broadcast, data: { ...broadcast.data, packet } });
  };
  const sendAndPause = (pending: PendingDelta): void => {
    send(pending);
    const { debateId } = pending.delta;
    const intervalMs = getDeltaIntervalMs(watchersIn(pending.broadcast.data.opts.rooms));
    if (intervalMs <= MIN_DELTA_INTERVAL_MS) return;
    const resume = () => {
      const pending = pauses.get(debateId)?.pending;
      pauses.delete(debateId);
      if (pending) sendAndPause(pending);
    };
    pauses.set(debateId, { timer: setTimeout(resume, intervalMs).unref() });
  };
  const endPause = (debateId: number): void => {
    const pause = pauses.get(debateId);
    if (!pause) return;
    clearTimeout(pause.timer);
    pauses.delete(debateId);
    if (pause.pending) send(pause.pending);
  };
  const add = (next: PendingDelta): void => {
    const { debateId, text } = next.delta;
    const pause = pauses.get(debateId);
    if (!pause) return sendAndPause(next);
    const { pending } = pause;
    if (!pending) pause.pending = next;
    else if (isContiguous(next.delta, pending.delta)) pending.delta.text += text;
    else {
      endPause(debateId);
      add(next);
    }
  };

  adapter.onMessage = (message, offset) => {
    const isCrowded = getDeltaIntervalMs(io.engine.clientsCount) > MIN_DELTA_INTERVAL_MS;
    if (!isCrowded && pauses.size === 0) return deliver(message, offset);
    const broadcast = RoomMessage.safeParse(message).data;
    if (!broadcast) return deliver(message, offset);
    const delta = ReceivedDelta.safeParse(broadcast.data.packet.data).data?.[1];
    if (delta) return add({ broadcast, delta });
    for (const room of broadcast.data.opts.rooms) {
      const debateId = parseDebateRoom(room);
      if (debateId !== null) endPause(debateId);
    }
    deliver(message, offset);
  };
};
