import { z } from "zod";
import { User } from "#shared/contract/accounts/account.ts";
import {
  AuditEntry,
  AuditQuery,
  SetCreditsRequest,
  SetRoleRequest,
} from "#shared/contract/admin/admin.ts";
import { IdParams } from "#shared/contract/primitives.ts";
import { listAuditLog } from "#api/queries/admin/list-audit-log.ts";
import { setCredits } from "#api/commands/admin/set-credits.ts";
import { clientInfo } from "#api/http/session/record-security-event.ts";
import { setRole } from "#api/commands/admin/set-role.ts";
import { route } from "#api/http/route.ts";
import { withTotalCount } from "#api/http/responses/list-page.ts";
import { createListUsersRoute } from "./list-users.ts";

export const superadminRoutes = [
  createListUsersRoute("superadmin"),
  route(
    {
      method: "put",
      path: "/superadmin/users/:id/role",
      summary: "Set the role of a user and end their sessions",
      as: "superadmin",
      requiresIdentity: true,
      params: IdParams,
      body: SetRoleRequest,
      status: 200,
      answer: User,
    },
    ({ context, viewer, params, body }, { req }) =>
      setRole(context, viewer, params.id, body.role, clientInfo(req)),
  ),
  route(
    {
      method: "put",
      path: "/superadmin/users/:id/credits",
      summary: "Set the credits of any user",
      as: "superadmin",
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
      method: "get",
      path: "/superadmin/audit",
      cost: "list",
      summary: "List the audit log, newest first. `X-Total-Count` has the number of entries",
      as: "superadmin",
      query: AuditQuery,
      status: 200,
      answer: z.array(AuditEntry),
    },
    async ({ context, query }, { res }) =>
      withTotalCount(res, await listAuditLog(context.sql, query)),
  ),
];
