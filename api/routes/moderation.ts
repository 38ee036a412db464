import { z } from "zod";
import {
  Decide,
  Report,
  Review,
  ReviewsQuery,
  SetSuspension,
} from "#shared/contract/moderation.ts";
import { IdParams } from "#shared/contract/primitives.ts";
import { setSuspension } from "../commands/accounts/set-suspension.ts";
import { decideReview } from "../commands/moderation/decide-review.ts";
import { reportDebate } from "../commands/moderation/report-debate.ts";
import { senderAt } from "../http/address.ts";
import { hereOf } from "../http/note-own.ts";
import { route } from "../http/route.ts";
import { sendRows } from "../http/send-rows.ts";
import { listReviews } from "../queries/list-reviews.ts";

export const moderationRoutes = [
  route(
    {
      method: "post",
      path: "/debates/:id/report",
      summary: "Say that a debate hurts people; an admin looks at it",
      as: "anyone",
      limit: { throttle: "report", by: "address" },
      params: IdParams,
      body: Report,
      status: 204,
    },
    ({ context, viewer, params, body }, { req }) =>
      reportDebate(context, viewer, params.id, body, senderAt(req.ip)),
  ),
  route(
    {
      method: "get",
      path: "/admin/reviews",
      cost: "list",
      summary:
        "Turns that were flagged and debates that were reported; X-Total-Count says how many",
      as: "admin",
      query: ReviewsQuery,
      status: 200,
      answer: z.array(Review),
    },
    async ({ context, query }, { res }) => sendRows(res, await listReviews(context, query)),
  ),
  route(
    {
      method: "post",
      path: "/admin/reviews/:id",
      summary: "Keep what was flagged or reported, or take it off the lists",
      as: "admin",
      asksIdentity: true,
      params: IdParams,
      body: Decide,
      status: 204,
    },
    ({ context, viewer, params, body }) => decideReview(context, viewer, params.id, body.decision),
  ),
  route(
    {
      method: "put",
      path: "/admin/users/:id/suspension",
      summary: "Sign a user who is no admin out everywhere for good, or let them in again",
      as: "admin",
      asksIdentity: true,
      params: IdParams,
      body: SetSuspension,
      status: 204,
    },
    ({ context, viewer, params, body }, { req }) =>
      setSuspension(context, viewer, params.id, body.suspended, hereOf(req)),
  ),
];
