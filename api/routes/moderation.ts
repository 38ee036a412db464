import { z } from "zod";
import {
  ReviewDecisionRequest,
  ReportRequest,
  Review,
  ReviewsQuery,
  SetSuspensionRequest,
} from "#shared/contract/debates/moderation.ts";
import { IdParams } from "#shared/contract/primitives.ts";
import { setSuspension } from "../commands/admin/set-suspension.ts";
import { decideReview } from "../commands/moderation/decide-review.ts";
import { reportDebate } from "../commands/moderation/report-debate.ts";
import { normalizeClientAddress } from "../http/rate-limiting/client-address.ts";
import { clientInfo } from "../http/session/record-security-event.ts";
import { route } from "../http/route.ts";
import { withTotalCount } from "../http/responses/list-page.ts";
import { listReviews } from "../queries/admin/list-reviews.ts";

export const moderationRoutes = [
  route(
    {
      method: "post",
      path: "/debates/:id/report",
      summary: "Report a debate to the admins",
      as: "anyone",
      limit: { throttle: "report", by: "address" },
      params: IdParams,
      body: ReportRequest,
      status: 204,
    },
    ({ context, viewer, params, body }, { req }) =>
      reportDebate(context, viewer, params.id, body, normalizeClientAddress(req.ip)),
  ),
  route(
    {
      method: "get",
      path: "/admin/reviews",
      cost: "list",
      summary: "List flagged turns and reported debates. `X-Total-Count` has their number",
      as: "admin",
      query: ReviewsQuery,
      status: 200,
      answer: z.array(Review),
    },
    async ({ context, query }, { res }) => withTotalCount(res, await listReviews(context, query)),
  ),
  route(
    {
      method: "post",
      path: "/admin/reviews/:id",
      summary: "Keep or hide a flagged turn or reported debate",
      as: "admin",
      requiresIdentity: true,
      params: IdParams,
      body: ReviewDecisionRequest,
      status: 204,
    },
    ({ context, viewer, params, body }) => decideReview(context, viewer, params.id, body.decision),
  ),
  route(
    {
      method: "put",
      path: "/admin/users/:id/suspension",
      summary: "Suspend a user who is not an admin, or lift the suspension",
      as: "admin",
      requiresIdentity: true,
      params: IdParams,
      body: SetSuspensionRequest,
      status: 204,
    },
    ({ context, viewer, params, body }, { req }) =>
      setSuspension(context, viewer, params.id, body.suspended, clientInfo(req)),
  ),
];
