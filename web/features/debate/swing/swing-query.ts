import { queryOptions } from "@tanstack/react-query";
import type { DebateSwing } from "#shared/contract/debates/swing.ts";
import { getOrNull } from "#web/lib/api/query-client.ts";

/** The viewer's ballot, and after the vote the swing. Only for signed-in viewers. */
export const swingQuery = (debateId: number) =>
  queryOptions({
    queryKey: [`/api/debates/${debateId}/swing`] as const,
    queryFn: getOrNull<DebateSwing>(404),
  });
