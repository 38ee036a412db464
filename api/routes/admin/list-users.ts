import { z } from "zod";
import { User } from "#shared/contract/accounts/account.ts";
import { AdminUsersQuery } from "#shared/contract/admin/admin.ts";
import { listUsers } from "#api/queries/admin/list-users.ts";
import { route } from "#api/http/route.ts";
import { withTotalCount } from "#api/http/responses/list-page.ts";

/** Creates the route that lists users. Admins and superadmins have it at different paths. */
export const createListUsersRoute = (as: "admin" | "superadmin") =>
  route(
    {
      method: "get",
      path: `/${as}/users`,
      cost: "list",
      summary: "List all users. `X-Total-Count` has their number",
      as,
      query: AdminUsersQuery,
      status: 200,
      answer: z.array(User),
    },
    async ({ context, query }, { res }) => withTotalCount(res, await listUsers(context.sql, query)),
  );
