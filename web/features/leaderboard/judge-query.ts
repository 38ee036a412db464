import { queryOptions, useQuery } from "@tanstack/react-query";
import type { JudgeReport } from "#shared/contract/leaderboard.ts";
import { PANEL_HEADING } from "#shared/domain/debates/judging/charter.ts";

export const judgeQuery = queryOptions<JudgeReport>({ queryKey: ["/api/judge"] });

/** Whether verdicts of this site come from several judges; false until the report is loaded. */
export const useHasPanel = (): boolean =>
  useQuery(judgeQuery).data?.figures.charter?.text.includes(PANEL_HEADING) ?? false;
