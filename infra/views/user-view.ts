import type { User } from "#shared/contract/account.ts";
import { isAdmin } from "#shared/domain/viewer.ts";
import type { User as UserRow } from "../db/entities/user.ts";

export type UserColumns = Pick<
  UserRow,
  "id" | "username" | "email" | "role" | "credits" | "createdAt"
>;

export const userView = (row: UserColumns): User => ({
  id: row.id,
  username: row.username,
  email: row.email,
  role: row.role,
  isAdmin: isAdmin(row),
  credits: row.credits,
  createdAt: row.createdAt.toISOString(),
});
