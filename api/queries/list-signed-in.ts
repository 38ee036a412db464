import { select, type Sql } from "#infra/db/sql.ts";
import type { UserRole } from "#shared/domain/viewer.ts";

interface SignedInRow {
  id: number;
  role: UserRole;
  credits: number;
}

export const SIGNED_IN = `SELECT id, role, credits FROM users WHERE id = ANY($1::int[])`;

/** What the pages of these users have to know of them, of those that are still there. */
export const listSignedIn = (reads: Sql, userIds: readonly number[]): Promise<SignedInRow[]> =>
  select<SignedInRow>(reads, SIGNED_IN, [userIds]);
