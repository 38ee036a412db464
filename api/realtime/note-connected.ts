import { randomUUID } from "node:crypto";
import { noteConnected } from "#infra/operations/connected-users.ts";
import type { Context } from "../context.ts";

/**
 * Notes who is connected to this process, so that workers know who need not be told by mail. Whoever
 * has just left is counted once more: they may be on their way to another process, or back.
 */
export const createConnectedNoter = ({
  reads,
}: Pick<Context, "reads">): ((userIds: readonly number[]) => Promise<void>) => {
  const self = randomUUID();
  let before: readonly number[] = [];
  let hasNoted = false;

  return async (userIds) => {
    const seen = [...new Set([...before, ...userIds])];
    before = userIds;
    if (seen.length === 0 && !hasNoted) return;
    await noteConnected(reads, self, seen);
    hasNoted = seen.length > 0;
  };
};
