import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { TurnColumns } from "#infra/presenters/turn-presenter.ts";
import { ReceivedDelta, getReceivingAdapter } from "./unbatch-deltas.ts";
import type { ApiSocketServer } from "../sockets/socket-server.ts";

const DeltaMessage = z.object({ data: z.object({ packet: z.object({ data: ReceivedDelta }) }) });
/** Maximum number of turns in memory, a few megabytes together. */
const MAX_TURNS_CACHED = 300;

/** The text of an attempt that was received without a gap. `start` is its offset. */
interface StreamedText {
  attempt: number;
  start: number;
  text: string;
}

export interface StreamingTextCache {
  /** Returns the turn with text that was received after its row was last stored. */
  upToNow<Turn extends Pick<TurnColumns, "id" | "status" | "attempt" | "content">>(
    turn: Turn,
  ): Turn;
}

const appendDelta = (
  heard: StreamedText | undefined,
  { attempt, offset, text }: ReceivedDelta,
): StreamedText => {
  const ofNow = { attempt, start: offset, text };
  if (!heard || attempt > heard.attempt) return ofNow;
  if (attempt < heard.attempt) return heard;
  const end = heard.start + heard.text.length;
  return offset > end ? ofNow : { ...heard, text: heard.text + text.slice(end - offset) };
};

/**
 * Caches the text of streaming turns. Rows are stored less often than deltas are sent, so a client
 * that joins in the middle would otherwise miss the text in between.
 */
export const createStreamingTextCache = (io: ApiSocketServer): StreamingTextCache => {
  const adapter = getReceivingAdapter(io);
  const turns = new LRUCache<number, StreamedText>({ max: MAX_TURNS_CACHED });
  const hear = adapter.onMessage.bind(adapter);
  adapter.onMessage = (message, offset) => {
    const [, delta] = DeltaMessage.safeParse(message).data?.data.packet.data ?? [];
    if (delta) turns.set(delta.turnId, appendDelta(turns.get(delta.turnId), delta));
    hear(message, offset);
  };
  return {
    upToNow(turn) {
      const heard = turns.get(turn.id);
      const { attempt, status, content } = turn;
      if (status !== "streaming" || heard?.attempt !== attempt) return turn;
      const isGap = heard.start > content.length;
      return isGap
        ? turn
        : { ...turn, content: content + heard.text.slice(content.length - heard.start) };
    },
  };
};
