import { JudgeReport, Leaderboard } from "#shared/contract/leaderboard.ts";
import { JudgeRules, JudgeRulesQuery } from "#shared/contract/judging.ts";
import { getJudgeRules } from "../queries/judging/get-judge-rules.ts";
import { getJudgeReport, getLeaderboard } from "../queries/get-leaderboard.ts";
import { route } from "../http/route.ts";

export const leaderboardRoutes = [
  route(
    {
      method: "get",
      path: "/leaderboard",
      cost: "list",
      summary: "Get the ratings of models, computed once an hour from blind votes",
      as: "anyone",
      status: 200,
      answer: Leaderboard,
    },
    ({ context }) => getLeaderboard(context.coalescedSql),
  ),
  route(
    {
      method: "get",
      path: "/judge",
      cost: "list",
      summary: "Get how judges decide and which side wins, computed once an hour",
      as: "anyone",
      status: 200,
      answer: JudgeReport,
    },
    ({ context }) => getJudgeReport(context.coalescedSql),
  ),
  route(
    {
      method: "get",
      path: "/judge/rules",
      cost: "list",
      summary: "Get the rules of judging that are or were in force, by their hash",
      as: "anyone",
      query: JudgeRulesQuery,
      status: 200,
      answer: JudgeRules,
    },
    ({ context, query }) => getJudgeRules(context.coalescedSql, query.hash),
  ),
];
