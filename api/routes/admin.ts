import { z } from "zod";
import { User } from "#shared/contract/account.ts";
import {
  AdminDebate,
  AdminDebatesQuery,
  SetCredits,
  VerdictRetried,
} from "#shared/contract/admin.ts";
import { Operations } from "#shared/contract/operations.ts";
import { noteSecurityEvent } from "#infra/operations/note-security-event.ts";
import { IdParams } from "#shared/contract/primitives.ts";
import { Spending, SpendingQuery } from "#shared/contract/spending.ts";
import { deleteUser } from "../commands/accounts/delete-user.ts";
import { retryExport } from "../commands/accounts/retry-export.ts";
import { retryMail } from "../commands/mail/retry-mail.ts";
import { getOperations } from "../queries/get-operations.ts";
import { getSpending } from "../queries/get-spending.ts";
import { listAllDebates } from "../queries/list-all-debates.ts";
import { retryJudging } from "../commands/debates/retry-judging.ts";
import { retryVerdict } from "../commands/debates/retry-verdict.ts";
import { setCredits } from "../commands/accounts/set-credits.ts";
import { endSessionsOfUser } from "../commands/accounts/end-sessions-of-user.ts";
import { hereOf } from "../http/note-own.ts";
import { route } from "../http/route.ts";
import { sendRows } from "../http/send-rows.ts";
import { listUsersFor } from "./list-users.ts";

export const adminRoutes = [
  listUsersFor("admin"),
  route(
    {
      method: "get",
      path: "/admin/debates",
      cost: "list",
      summary: "All debates, private ones too; X-Total-Count says how many there are",
      as: "admin",
      query: AdminDebatesQuery,
      status: 200,
      answer: z.array(AdminDebate),
    },
    async ({ context, viewer, query }, { res }) =>
      sendRows(res, await listAllDebates(context, viewer, query)),
  ),
  route(
    {
      method: "get",
      path: "/admin/spending",
      cost: "list",
      summary: "What the models took, by day, provider, kind of work and user",
      as: "admin",
      query: SpendingQuery,
      status: 200,
      answer: Spending,
    },
    ({ context, query }) => getSpending(context, query),
  ),
  route(
    {
      method: "get",
      path: "/admin/operations",
      cost: "list",
      summary: "What runs, waits and fails now; it is pushed, too, as `operations:updated`",
      as: "admin",
      status: 200,
      answer: Operations,
    },
    ({ context }) => getOperations(context),
  ),
  route(
    {
      method: "post",
      path: "/admin/mails/:id/retry",
      summary: "Have a mail sent again that the mail server did not take",
      as: "admin",
      params: IdParams,
      status: 204,
    },
    ({ context, viewer, params }) => retryMail(context, viewer, params.id),
  ),
  route(
    {
      method: "post",
      path: "/admin/exports/:id/retry",
      summary: "Have somebody's data put together again, for them, where that failed",
      as: "admin",
      params: IdParams,
      status: 204,
    },
    ({ context, viewer, params }) => retryExport(context, viewer, params.id),
  ),
  route(
    {
      method: "post",
      path: "/admin/turns/:id/judging",
      summary: "Have the judge score a turn again, where that failed and scores are not final",
      as: "admin",
      params: IdParams,
      status: 204,
    },
    ({ context, viewer, params }) => retryJudging(context, viewer, params.id),
  ),
  route(
    {
      method: "delete",
      path: "/admin/users/:id",
      summary: "Delete a user who is no admin, with their debates, votes and sessions",
      as: "admin",
      asksIdentity: true,
      params: IdParams,
      status: 204,
    },
    async ({ context, viewer, params }, { req }) => {
      await deleteUser(context, viewer, params.id);
      noteSecurityEvent(context, { event: "account_deleted", userId: params.id, ...hereOf(req) });
    },
  ),
  route(
    {
      method: "post",
      path: "/admin/users/:id/end-sessions",
      summary: "Sign a user out everywhere; only superadmins do so to admins",
      as: "admin",
      asksIdentity: true,
      params: IdParams,
      status: 204,
    },
    ({ context, viewer, params }, { req }) =>
      endSessionsOfUser(context, viewer, params.id, hereOf(req)),
  ),
  route(
    {
      method: "patch",
      path: "/admin/users/:id/credits",
      summary: "Set the credits of a user who is no admin",
      as: "admin",
      asksIdentity: true,
      params: IdParams,
      body: SetCredits,
      status: 200,
      answer: User,
    },
    ({ context, viewer, params, body }) => setCredits(context, viewer, params.id, body),
  ),
  route(
    {
      method: "post",
      path: "/admin/debates/:id/verdict",
      summary: "Have the judge write a failed verdict again",
      as: "admin",
      params: IdParams,
      status: 202,
      answer: VerdictRetried,
    },
    ({ context, viewer, params }) => retryVerdict(context, viewer, params.id),
  ),
];
