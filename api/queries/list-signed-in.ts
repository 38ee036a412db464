import { select, type Sql } from "#infra/db/sql.ts";
import type { UserRole } from "#shared/domain/viewer.ts";

export interface SignedInRow {
  id: number;
  role: UserRole;
  credits: number;
  isSuspended: boolean;
}

export const SIGNED_IN = `
  SELECT id, role, credits, suspended_at IS NOT NULL AS "isSuspended"
    FROM users WHERE id = ANY($1::int[])`;

/** Returns the account state that open pages need. Deleted users are left out. */
export const listSignedIn = (reads: Sql, userIds: readonly number[]): Promise<SignedInRow[]> =>
  select<SignedInRow>(reads, SIGNED_IN, [userIds]);
