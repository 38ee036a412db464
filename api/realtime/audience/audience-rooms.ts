import { selectRows, type Sql } from "#infra/db/sql.ts";
import type { Logger } from "#infra/logger.ts";
import { audienceRoom, fullRoom, parseFullRoom, userRoom } from "#infra/realtime/rooms.ts";
import { getThrottledLogger } from "#infra/throttled-logger.ts";
import type { ApiSocketServer } from "../sockets/create-socket-server.ts";

/**
 * Selects from the given pairs of user and debate those in which the user has voted or has reacted
 * to a sentence of the debate.
 */
const REVEALED_SQL = `
  SELECT v.user_id AS "userId", v.debate_id AS "debateId"
    FROM unnest($1::int[], $2::int[]) AS v (user_id, debate_id)
   WHERE EXISTS (SELECT FROM votes w WHERE w.debate_id = v.debate_id AND w.user_id = v.user_id)
      OR EXISTS (SELECT FROM sentence_reactions r JOIN turns t ON t.id = r.turn_id
                  WHERE r.user_id = v.user_id AND t.debate_id = v.debate_id)`;

interface Watcher {
  userId: number;
  debateId: number;
}

export interface AudienceRooms {
  /** Adds the sockets of these users to the debate's audience room, if they watch the debate. */
  reveal(debateId: number, userIds: readonly number[]): void;
  /** Repeats the queries that have failed. */
  checkAgain(): Promise<void>;
  /** Debates with a viewer in this process who sees the reactions. */
  debateIds(): number[];
}

const toKey = ({ userId, debateId }: Watcher): string => `${userId} ${debateId}`;

/**
 * Maintains one room per debate for the viewers who see its reactions, because they have reacted or
 * voted. Sockets enter and leave this room together with the room of the debate's signed-in
 * viewers. Sockets that join in the same tick share one query, for example when many clients
 * reconnect.
 */
export const createAudienceRooms = (
  io: ApiSocketServer,
  sql: Sql,
  logger: Logger,
): AudienceRooms => {
  const { adapter, sockets } = io.of("/");
  let unchecked = new Map<string, Watcher>();

  const reveal = (debateId: number, userIds: readonly number[]): void => {
    const watching = adapter.rooms.get(fullRoom(debateId));
    for (const userId of userIds)
      for (const id of adapter.rooms.get(userRoom(userId)) ?? [])
        if (watching?.has(id)) void sockets.get(id)?.join(audienceRoom(debateId));
  };

  const check = async (): Promise<void> => {
    if (unchecked.size === 0) return;
    const checks = unchecked;
    unchecked = new Map();
    const watchers = [...checks.values()];
    try {
      const revealed = await selectRows<Watcher>(sql, REVEALED_SQL, [
        watchers.map(({ userId }) => userId),
        watchers.map(({ debateId }) => debateId),
      ]);
      for (const { debateId, userId } of revealed) reveal(debateId, [userId]);
    } catch (err) {
      unchecked = new Map([...checks, ...unchecked]);
      getThrottledLogger(logger).warn({ err }, "audience.check_failed");
    }
  };

  adapter.on("join-room", (room: string, id: string) => {
    const debateId = parseFullRoom(room);
    const userId = sockets.get(id)?.data.viewer?.id;
    if (debateId === null || userId === undefined) return;
    if (unchecked.size === 0) setImmediate(() => void check());
    const watcher = { userId, debateId };
    unchecked.set(toKey(watcher), watcher);
  });
  adapter.on("leave-room", (room: string, id: string) => {
    const debateId = parseFullRoom(room);
    if (debateId !== null) void sockets.get(id)?.leave(audienceRoom(debateId));
  });

  return {
    reveal,
    checkAgain: check,
    debateIds: () =>
      Array.from(adapter.rooms.keys(), parseFullRoom)
        .filter((id) => id !== null)
        .filter((id) => adapter.rooms.has(audienceRoom(id))),
  };
};
