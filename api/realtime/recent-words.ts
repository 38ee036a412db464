import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { TurnColumns } from "#infra/views/turn-view.ts";
import { Delta, hearingAdapter } from "./heard-deltas.ts";
import type { ApiSocketServer } from "./socket-server.ts";

const SaysWords = z.object({ data: z.object({ packet: z.object({ data: Delta }) }) });
/** Maximum number of turns in memory, a few megabytes together. */
const MOST_TURNS = 300;

/** The text of an attempt that was received without a gap. `start` is its offset. */
interface Heard {
  attempt: number;
  start: number;
  text: string;
}

export interface RecentWords {
  /** Returns the turn with text that was received after its row was last stored. */
  upToNow<Turn extends Pick<TurnColumns, "id" | "status" | "attempt" | "content">>(
    turn: Turn,
  ): Turn;
}

const goOn = (heard: Heard | undefined, { attempt, offset, text }: Delta): Heard => {
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
export const hearWords = (io: ApiSocketServer): RecentWords => {
  const adapter = hearingAdapter(io);
  const turns = new LRUCache<number, Heard>({ max: MOST_TURNS });
  const hear = adapter.onMessage.bind(adapter);
  adapter.onMessage = (message, offset) => {
    const [, delta] = SaysWords.safeParse(message).data?.data.packet.data ?? [];
    if (delta) turns.set(delta.turnId, goOn(turns.get(delta.turnId), delta));
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
