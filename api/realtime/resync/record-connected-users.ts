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
  let previous: readonly number[] = [];
  let hasRecorded = false;

  return async (userIds) => {
    const connected = [...new Set([...previous, ...userIds])];
    previous = userIds;
    if (connected.length === 0 && !hasRecorded) return;
    await recordConnectedUsers(sql, self, connected);
    hasRecorded = connected.length > 0;
  };
};
