import type { User } from "#shared/contract/accounts/account.ts";
import { isAdmin } from "#shared/domain/accounts/viewer.ts";
import type { UserEntity as UserRow } from "../db/entities/user.ts";

export type UserColumns = Pick<
  UserRow,
  "id" | "username" | "email" | "role" | "credits" | "createdAt"
>;

export const presentUser = (row: UserColumns): User => ({
  id: row.id,
  username: row.username,
  email: row.email,
  role: row.role,
  isAdmin: isAdmin(row),
  credits: row.credits,
  createdAt: row.createdAt.toISOString(),
});
