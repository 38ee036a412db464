import type { User } from "#shared/contract/account.ts";
import { isAdmin } from "#shared/domain/viewer.ts";
import type { User as UserRow } from "../db/entities/user.ts";

/** An account as its owner and admins see it. */
export const userView = (row: Omit<UserRow, "password" | "isAdmin" | "suspendedAt">): User => ({
  id: row.id,
  username: row.username,
  email: row.email,
  role: row.role,
  isAdmin: isAdmin(row),
  credits: row.credits,
  createdAt: row.createdAt.toISOString(),
});
