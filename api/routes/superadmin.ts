import { z } from "zod";
import { User } from "#shared/contract/account.ts";
import { AuditEntry, AuditQuery, SetCredits, SetRole } from "#shared/contract/admin.ts";
import { IdParams } from "#shared/contract/primitives.ts";
import { listActs } from "../queries/list-acts.ts";
import { setCredits } from "../commands/accounts/set-credits.ts";
import { hereOf } from "../http/note-own.ts";
import { setRole } from "../commands/accounts/set-role.ts";
import { route } from "../http/route.ts";
import { sendRows } from "../http/send-rows.ts";
import { listUsersFor } from "./list-users.ts";

export const superadminRoutes = [
  listUsersFor("superadmin"),
  route(
    {
      method: "put",
      path: "/superadmin/users/:id/role",
      summary: "Give a user a role, which signs them out everywhere",
      as: "superadmin",
      asksIdentity: true,
      params: IdParams,
      body: SetRole,
      status: 200,
      answer: User,
    },
    ({ context, viewer, params, body }, { req }) =>
      setRole(context, viewer, params.id, body.role, hereOf(req)),
  ),
  route(
    {
      method: "put",
      path: "/superadmin/users/:id/credits",
      summary: "Set anybody's credits",
      as: "superadmin",
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
      method: "get",
      path: "/superadmin/audit",
      cost: "list",
      summary: "What admins did, the latest first; X-Total-Count says how much there is",
      as: "superadmin",
      query: AuditQuery,
      status: 200,
      answer: z.array(AuditEntry),
    },
    async ({ context, query }, { res }) => sendRows(res, await listActs(context.reads, query)),
  ),
];
