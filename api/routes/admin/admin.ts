import { z } from "zod";
import { User } from "#shared/contract/accounts/account.ts";
import {
  AdminDebate,
  AdminDebatesQuery,
  SetCreditsRequest,
  RetryVerdictResponse,
} from "#shared/contract/admin/admin.ts";
import { Operations } from "#shared/contract/admin/operations.ts";
import { recordSecurityEvent } from "#infra/services/accounts/security-events.ts";
import { IdParams } from "#shared/contract/primitives.ts";
import { SpendingOverview, SpendingQuery } from "#shared/contract/admin/spending.ts";
import { deleteUser } from "#api/commands/accounts/delete-account.ts";
import { retryExport } from "#api/commands/admin/retry-export.ts";
import { retryEmail } from "#api/commands/admin/retry-email.ts";
import { getOperations } from "#api/queries/admin/get-operations.ts";
import { getSpending } from "#api/queries/admin/get-spending.ts";
import { listAllDebates } from "#api/queries/admin/list-all-debates.ts";
import { retryJudging } from "#api/commands/admin/retry-judging.ts";
import { retryVerdict } from "#api/commands/admin/retry-verdict.ts";
import { setCredits } from "#api/commands/admin/set-credits.ts";
import { endUserSessions } from "#api/commands/admin/end-user-sessions.ts";
import { clientInfo } from "#api/http/session/record-security-event.ts";
import { route } from "#api/http/route.ts";
import { withTotalCount } from "#api/http/responses/list-page.ts";
import { createListUsersRoute } from "./list-users.ts";

export const adminRoutes = [
  createListUsersRoute("admin"),
  route(
    {
      method: "get",
      path: "/admin/debates",
      cost: "list",
      summary: "List all debates, also private ones. `X-Total-Count` has their number",
      as: "admin",
      query: AdminDebatesQuery,
      status: 200,
      answer: z.array(AdminDebate),
    },
    async ({ context, viewer, query }, { res }) =>
      withTotalCount(res, await listAllDebates(context, viewer, query)),
  ),
  route(
    {
      method: "get",
      path: "/admin/spending",
      cost: "list",
      summary: "Get what models and voice cost, by day, provider, kind of job and user",
      as: "admin",
      query: SpendingQuery,
      status: 200,
      answer: SpendingOverview,
    },
    ({ context, query }) => getSpending(context, query),
  ),
  route(
    {
      method: "get",
      path: "/admin/operations",
      cost: "list",
      summary: "Get running, waiting and failed jobs; also pushed as `operations:updated`",
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
      summary: "Resend an email that the SMTP server rejected",
      as: "admin",
      params: IdParams,
      status: 204,
    },
    ({ context, viewer, params }) => retryEmail(context, viewer, params.id),
  ),
  route(
    {
      method: "post",
      path: "/admin/exports/:id/retry",
      summary: "Retry a failed data export of a user",
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
      summary: "Retry the failed scoring of a turn while scores are not final",
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
      summary: "Delete a user who is not an admin, with their debates, votes and sessions",
      as: "admin",
      requiresIdentity: true,
      params: IdParams,
      status: 204,
    },
    async ({ context, viewer, params }, { req }) => {
      await deleteUser(context, viewer, params.id);
      recordSecurityEvent(context, {
        event: "account_deleted",
        userId: params.id,
        ...clientInfo(req),
      });
    },
  ),
  route(
    {
      method: "post",
      path: "/admin/users/:id/end-sessions",
      summary: "End all sessions of a user; those of admins only as a superadmin",
      as: "admin",
      requiresIdentity: true,
      params: IdParams,
      status: 204,
    },
    ({ context, viewer, params }, { req }) =>
      endUserSessions(context, viewer, params.id, clientInfo(req)),
  ),
  route(
    {
      method: "patch",
      path: "/admin/users/:id/credits",
      summary: "Set the credits of a user who is not an admin",
      as: "admin",
      requiresIdentity: true,
      params: IdParams,
      body: SetCreditsRequest,
      status: 200,
      answer: User,
    },
    ({ context, viewer, params, body }) => setCredits(context, viewer, params.id, body),
  ),
  route(
    {
      method: "post",
      path: "/admin/debates/:id/verdict",
      summary: "Retry a failed verdict",
      as: "admin",
      params: IdParams,
      status: 202,
      answer: RetryVerdictResponse,
    },
    ({ context, viewer, params }) => retryVerdict(context, viewer, params.id),
  ),
];
