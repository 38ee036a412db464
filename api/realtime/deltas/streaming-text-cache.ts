import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { TurnColumns } from "#infra/presenters/turn-presenter.ts";
import { ReceivedDelta, getReceivingAdapter } from "./unbatch-deltas.ts";
import type { ApiSocketServer } from "../sockets/create-socket-server.ts";

const DeltaMessage = z.object({ data: z.object({ packet: z.object({ data: ReceivedDelta }) }) });
/** Maximum number of turns in memory, a few megabytes together. */
const MAX_TURNS_CACHED = 300;

/**
 * The text of an attempt, as far as it was received without a gap. `start` is its offset in the
 * turn's text.
 */
interface StreamedText {
  attempt: number;
  start: number;
  text: string;
}

export interface StreamingTextCache {
  /** Returns the turn with the text that was streamed after its row was last stored. */
  withLatestText<Turn extends Pick<TurnColumns, "id" | "status" | "attempt" | "content">>(
    turn: Turn,
  ): Turn;
}

const appendDelta = (
  streamed: StreamedText | undefined,
  { attempt, offset, text }: ReceivedDelta,
): StreamedText => {
  const received = { attempt, start: offset, text };
  if (!streamed || attempt > streamed.attempt) return received;
  if (attempt < streamed.attempt) return streamed;
  const end = streamed.start + streamed.text.length;
  return offset > end ? received : { ...streamed, text: streamed.text + text.slice(end - offset) };
};

/**
 * Caches the text of streaming turns. Rows are stored less often than deltas are sent, so a client
 * that joins in the middle would otherwise miss the text in between.
 */
export const createStreamingTextCache = (io: ApiSocketServer): StreamingTextCache => {
  const adapter = getReceivingAdapter(io);
  const turns = new LRUCache<number, StreamedText>({ max: MAX_TURNS_CACHED });
  const deliver = adapter.onMessage.bind(adapter);
  adapter.onMessage = (message, offset) => {
    const [, delta] = DeltaMessage.safeParse(message).data?.data.packet.data ?? [];
    if (delta) turns.set(delta.turnId, appendDelta(turns.get(delta.turnId), delta));
    deliver(message, offset);
  };
  return {
    withLatestText(turn) {
      const streamed = turns.get(turn.id);
      const { attempt, status, content } = turn;
      if (status !== "streaming" || streamed?.attempt !== attempt) return turn;
      const isGap = streamed.start > content.length;
      return isGap
        ? turn
        : { ...turn, content: content + streamed.text.slice(content.length - streamed.start) };
    },
  };
};
