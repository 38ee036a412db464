import { randomUUID } from "node:crypto";
import { type Presence, recordPresence } from "#infra/services/accounts/connected-users.ts";
import type { Context } from "#api/context.ts";

const NOBODY: Presence = { userIds: [], debateIds: [], pages: 0, hasOpened: false };

const union = (before: readonly number[], now: readonly number[]) => [
  ...new Set([...before, ...now]),
];

/**
 * Stores which users and how many pages are connected to this process, and which debates are
 * watched. Workers do not email connected users. Auto-Play waits for the speech only while a page
 * is open or the live stream has listeners. A page that just disconnected counts for one more
 * interval, because it may be reconnecting.
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
    const pages = Math.max(previous.pages, presence.pages);
    const { hasOpened } = presence;
    previous = presence;
    const hasAny = pages > 0 || hasOpened;
    if (!hasAny && !hasRecorded) return;
    await recordPresence(sql, self, { userIds, debateIds, pages, hasOpened });
    hasRecorded = hasAny;
  };
};
