import { LRUCache } from "lru-cache";
import { isRecorded, type TurnToHear } from "./turn-to-hear.ts";

/** How long a row that was read stands for the row; so long may a deleted turn still be heard. */
const FRESH_MS = 1000;
const MOST = 1000;

export interface RecentTurns {
  /**
   * A turn with its recording as it was a moment ago, read by `find` if nobody has just done so, or
   * when the caller knows of a later version.
   */
  get(turnId: number, version: number, find: () => Promise<TurnToHear>): Promise<TurnToHear>;
}

/** Spares the database those who listen to the same turn, part by part, at the same time. */
export const createRecentTurns = (): RecentTurns => {
  const recent = new LRUCache<number, { turn: TurnToHear; until: number }>({ max: MOST });
  return {
    async get(turnId, version, find) {
      const known = recent.get(turnId);
      if (known && known.until > Date.now() && (known.turn.version ?? 0) >= version)
        return known.turn;
      recent.delete(turnId);
      const turn = await find();
      if (!isRecorded(turn)) return turn;
      recent.set(turnId, { turn, until: Date.now() + FRESH_MS });
      return turn;
    },
  };
};
