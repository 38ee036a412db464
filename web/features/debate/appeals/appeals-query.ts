import { queryOptions } from "@tanstack/react-query";
import type { DebateAppeals } from "#shared/contract/debates/appeals.ts";
import { getOrNull } from "#web/lib/api/query-client.ts";

/** The appeals against a debate's verdict. Only for signed-in viewers. No event reports changes. */
export const appealsQuery = (debateId: number) =>
  queryOptions({
    queryKey: [`/api/debates/${debateId}/appeals`] as const,
    queryFn: getOrNull<DebateAppeals>(404),
    refetchOnWindowFocus: true,
  });
