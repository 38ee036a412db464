import { z } from "zod";
import { User } from "#shared/contract/account.ts";
import { AdminUsersQuery } from "#shared/contract/admin.ts";
import { listUsers } from "../queries/list-users.ts";
import { route } from "../http/route.ts";
import { sendRows } from "../http/send-rows.ts";

/** The list of users, at one path for admins and one for superadmins. */
export const listUsersFor = (as: "admin" | "superadmin") =>
  route(
    {
      method: "get",
      path: `/${as}/users`,
      cost: "list",
      summary: "All users; X-Total-Count says how many there are",
      as,
      query: AdminUsersQuery,
      status: 200,
      answer: z.array(User),
    },
    async ({ context, query }, { res }) => sendRows(res, await listUsers(context.reads, query)),
  );
