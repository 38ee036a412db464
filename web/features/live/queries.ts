import { queryOptions } from "@tanstack/react-query";
import type { SpokenDebate } from "#shared/contract/live.ts";

/** What is spoken changes with every turn; a page that nobody looks at does not ask. */
const LOOK_MS = 10_000;

export const spokenDebatesQuery = queryOptions<SpokenDebate[]>({
  queryKey: ["/api/debates/spoken"],
  refetchInterval: LOOK_MS,
});
