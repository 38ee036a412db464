import { z } from "zod";
import { User } from "#shared/contract/accounts/account.ts";
import {
  AuditEntry,
  AuditQuery,
  SetCreditsRequest,
  SetRoleRequest,
} from "#shared/contract/admin/admin.ts";
import { ModelCheck } from "#shared/contract/admin/model-check.ts";
import { JudgeAudits, StartJudgeAuditRequest } from "#shared/contract/admin/judge-audit.ts";
import { IdParams } from "#shared/contract/primitives.ts";
import { getJudgeAudits } from "#api/queries/admin/get-judge-audits.ts";
import { getModelCheck } from "#api/queries/admin/get-model-check.ts";
import { listAuditLog } from "#api/queries/admin/list-audit-log.ts";
import { setCredits } from "#api/commands/admin/set-credits.ts";
import { clientInfo } from "#api/http/session/record-security-event.ts";
import { startJudgeAudit } from "#api/commands/admin/start-judge-audit.ts";
import { startModelCheck } from "#api/commands/admin/start-model-check.ts";
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
      path: "/superadmin/model-check",
      cost: "row",
      summary: "Get the last check of models, voice and moderation; null if there was none",
      as: "superadmin",
      status: 200,
      answer: ModelCheck,
    },
    ({ context }) => getModelCheck(context.sql),
  ),
  route(
    {
      method: "post",
      path: "/superadmin/model-check",
      summary: "Check models, voice and moderation with a few short requests",
      as: "superadmin",
      requiresIdentity: true,
      limit: { throttle: "modelCheck", by: "user" },
      status: 202,
      answer: ModelCheck,
    },
    ({ context, viewer }) => startModelCheck(context, viewer),
  ),
  route(
    {
      method: "get",
      path: "/superadmin/judge-audits",
      cost: "row",
      summary: "Get the judges that can be tested with baits, and the last run of each",
      as: "superadmin",
      status: 200,
      answer: JudgeAudits,
    },
    ({ context }) => getJudgeAudits(context),
  ),
  route(
    {
      method: "post",
      path: "/superadmin/judge-audits",
      summary: "Test a judge with the bait set, unless it is being tested",
      as: "superadmin",
      requiresIdentity: true,
      limit: { throttle: "judgeAudit", by: "user" },
      body: StartJudgeAuditRequest,
      status: 202,
      answer: JudgeAudits,
    },
    ({ context, viewer, body }) => startJudgeAudit(context, viewer, body.judge),
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
