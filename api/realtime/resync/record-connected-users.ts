import { randomUUID } from "node:crypto";
import { recordConnectedUsers } from "#infra/services/accounts/connected-users.ts";
import type { Context } from "#api/context.ts";

/**
 * Stores which users are connected to this process, so that workers do not email them. A user who
 * just disconnected counts for one more interval, because they may be reconnecting.
 */
export const createConnectedUsersRecorder = ({
  sql,
}: Pick<Context, "sql">): ((userIds: readonly number[]) => Promise<void>) => {
  const self = randomUUID();
  let before: readonly number[] = [];
  let hasNoted = false;

  return async (userIds) => {
    const seen = [...new Set([...before, ...userIds])];
    before = userIds;
    if (seen.length === 0 && !hasNoted) return;
    await recordConnectedUsers(sql, self, seen);
    hasNoted = seen.length > 0;
  };
};
