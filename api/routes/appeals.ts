import { z } from "zod";
import {
  Appeal,
  AppealDecisionRequest,
  AppealRequest,
  AppealsQuery,
  DebateAppeals,
} from "#shared/contract/debates/appeals.ts";
import { IdParams } from "#shared/contract/primitives.ts";
import { appealVerdict } from "../commands/appeals/appeal-verdict.ts";
import { decideAppeal } from "../commands/appeals/decide-appeal.ts";
import { withTotalCount } from "../http/responses/list-page.ts";
import { route } from "../http/route.ts";
import { listAppeals } from "../queries/admin/list-appeals.ts";
import { getAppeals } from "../queries/debates/get-appeals.ts";

export const appealRoutes = [
  route(
    {
      method: "post",
      path: "/debates/:id/appeal",
      summary: "Appeal a verdict, once and within 72 hours",
      as: "user",
      limit: { throttle: "report", by: "user" },
      params: IdParams,
      body: AppealRequest,
      status: 204,
    },
    ({ context, viewer, params, body }) => appealVerdict(context, viewer, params.id, body),
  ),
  route(
    {
      method: "get",
      path: "/debates/:id/appeals",
      cost: "row",
      summary: "Get whether you can appeal a verdict, and the decided appeals",
      as: "user",
      params: IdParams,
      status: 200,
      answer: DebateAppeals,
    },
    ({ context, viewer, params }) => getAppeals(context, viewer, params.id),
  ),
  route(
    {
      method: "get",
      path: "/admin/appeals",
      cost: "list",
      summary: "List appeals of verdicts. `X-Total-Count` has their number",
      as: "admin",
      query: AppealsQuery,
      status: 200,
      answer: z.array(Appeal),
    },
    async ({ context, viewer, query }, { res }) =>
      withTotalCount(res, await listAppeals(context, viewer, query)),
  ),
  route(
    {
      method: "post",
      path: "/admin/appeals/:id",
      summary: "Uphold or reject an appeal of another user; the reason is public",
      as: "admin",
      requiresIdentity: true,
      params: IdParams,
      body: AppealDecisionRequest,
      status: 204,
    },
    ({ context, viewer, params, body }) => decideAppeal(context, viewer, params.id, body),
  ),
];
