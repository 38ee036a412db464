import { selectRows, type Sql } from "#infra/db/sql.ts";
import type { UserRole } from "#shared/domain/accounts/viewer.ts";

export interface SignedInUserColumns {
  id: number;
  role: UserRole;
  credits: number;
  isSuspended: boolean;
}

export const SIGNED_IN_USERS_SQL = `
  SELECT id, role, credits, suspended_at IS NOT NULL AS "isSuspended"
    FROM users WHERE id = ANY($1::int[])`;

/** Returns the account state that open pages need. Deleted users are left out. */
export const listSignedInUsers = (
  sql: Sql,
  userIds: readonly number[],
): Promise<SignedInUserColumns[]> =>
  selectRows<SignedInUserColumns>(sql, SIGNED_IN_USERS_SQL, [userIds]);
