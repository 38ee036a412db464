import { randomUUID } from "node:crypto";
import { type Presence, recordPresence } from "#infra/services/accounts/connected-users.ts";
import type { Context } from "#api/context.ts";

const NOBODY: Presence = { userIds: [], debateIds: [] };

const union = (before: readonly number[], now: readonly number[]) => [
  ...new Set([...before, ...now]),
];

/**
 * Stores which users are connected to this process and which debates they watch. Workers do not
 * email connected users. Auto-Play waits for the voice only while a page is open or the live stream
 * is heard. A user who just disconnected counts for one more interval, because they may be
 * reconnecting.
 */
export const createPresenceRecorder = ({
  sql,
}: Pick<Context, "sql">): ((presence: Presence) => Promise<void>) => {
  const self = randomUUID();
  let previous = NOBODY;
  let hasRecorded = false;

  return async (presence) => {
    const userIds = union(previous.userIds, presence.userIds);
    const debateIds = union(previous.debateIds, presence.debateIds);
    previous = presence;
    const hasAny = userIds.length > 0 || debateIds.length > 0;
    if (!hasAny && !hasRecorded) return;
    await recordPresence(sql, self, { userIds, debateIds });
    hasRecorded = hasAny;
  };
};
