import type { User } from "#shared/contract/account.ts";
import { isAdmin } from "#shared/domain/viewer.ts";
import type { User as UserRow } from "../db/entities/user.ts";

/** What an account shows of itself. */
export type UserColumns = Pick<
  UserRow,
  "id" | "username" | "email" | "role" | "credits" | "createdAt"
>;

/** An account as its owner and admins see it. */
export const userView = (row: UserColumns): User => ({
  id: row.id,
  username: row.username,
  email: row.email,
  role: row.role,
  isAdmin: isAdmin(row),
  credits: row.credits,
  createdAt: row.createdAt.toISOString(),
});
