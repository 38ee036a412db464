import { setTimeout as pause } from "node:timers/promises";
import { audienceRoom } from "#infra/realtime/rooms.ts";
import type { Sql } from "#infra/db/sql.ts";
import type { Logger } from "#infra/logger.ts";
import { getThrottledLogger } from "#infra/throttled-logger.ts";
import { listReactions } from "#api/queries/debates/list-reactions.ts";
import { sumReactions } from "#shared/domain/debates/audience/audience.ts";
import type { ApiSocketServer, AudienceChange } from "../sockets/create-socket-server.ts";
import { createAudienceRooms } from "./audience-rooms.ts";

/** Minimum interval between two pushes of one debate's reactions. */
const PUSH_INTERVAL_MS = 1000;

export interface Audience {
  /** Announces a committed change to all API processes. */
  announce(change: AudienceChange): void;
  /**
   * Sends the reactions again for debates whose number of reactions has changed since the last
   * call, because the message of another process may have been lost.
   */
  resync(): Promise<void>;
  close(): void;
}

/**
 * Sends new reactions to this process's viewers who have reacted or voted. Each debate gets at most
 * one push per `PUSH_INTERVAL_MS`, however many processes announce reactions.
 */
export const createAudience = (
  io: ApiSocketServer,
  { sql, logger }: { sql: Sql; logger: Logger },
): Audience => {
  const { rooms } = io.of("/").adapter;
  const audienceRooms = createAudienceRooms(io, sql, logger);
  /** For each debate, the turns whose reactions have changed since the debate's last push. */
  const changed = new Map<number, Set<number>>();
  /** Number of reactions at the last resync, per debate. */
  let counts = new Map<number, number>();
  const closing = new AbortController();

  const push = async (debateId: number): Promise<void> => {
    const turnIds = changed.get(debateId) ?? new Set();
    changed.set(debateId, new Set());
    if (!rooms.has(audienceRoom(debateId))) return;
    const turns = await listReactions(sql, debateId);
    const news = turns.filter(({ turnId }) => turnIds.has(turnId));
    io.local.to(audienceRoom(debateId)).emit("reactions:updated", { debateId, turns: news });
  };

  /** Pushes once per interval, until an interval passes without a change. */
  const pushRepeatedly = async (debateId: number): Promise<void> => {
    while (changed.get(debateId)?.size) {
      await push(debateId);
      await pause(PUSH_INTERVAL_MS, undefined, { ref: false, signal: closing.signal });
    }
  };

  const schedule = (debateId: number, turnIds: readonly number[]): void => {
    if (turnIds.length === 0) return;
    const waiting = changed.get(debateId);
    changed.set(debateId, new Set([...(waiting ?? []), ...turnIds]));
    if (waiting) return;
    pushRepeatedly(debateId)
      .catch((err: unknown) => {
        if (!closing.signal.aborted)
          getThrottledLogger(logger).warn({ err }, "reactions.push_failed");
      })
      .finally(() => changed.delete(debateId));
  };

  const apply = ({ debateId, turnIds, userIds }: AudienceChange): void => {
    audienceRooms.reveal(debateId, userIds);
    schedule(debateId, turnIds);
  };
  io.on("audience:changed", apply);

  return {
    announce(change) {
      // `serverSideEmit` does not deliver an event to the process that sends it.
      apply(change);
      io.serverSideEmit("audience:changed", change);
    },
    async resync() {
      await audienceRooms.checkAgain();
      const previous = counts;
      counts = new Map();
      for (const debateId of audienceRooms.debateIds()) {
        const turns = await listReactions(sql, debateId);
        const count = sumReactions(turns.flatMap(({ sentences }) => sentences));
        counts.set(debateId, count);
        if ((previous.get(debateId) ?? count) !== count)
          schedule(
            debateId,
            turns.map(({ turnId }) => turnId),
          );
      }
    },
    close: () => closing.abort(),
  };
};
