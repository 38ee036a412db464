import type { QueryClient } from "@tanstack/react-query";

export const USER_LIST_PATHS = ["/api/admin/users", "/api/superadmin/users"];
export const REVIEW_LIST_PATHS = ["/api/admin/reviews"];
export const DEBATE_LIST_PATHS = ["/api/admin/debates", "/api/debates/public", "/api/debates/my"];

/** Marks all cached lists under these paths as stale, which refetches the visible ones. */
export const invalidateLists = (client: QueryClient, ...paths: readonly string[]): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [key] }) => paths.some((path) => String(key).startsWith(path)),
  });
