import { select, type Sql } from "#infra/db/sql.ts";
import type { Account } from "#shared/contract/account.ts";

interface ExportColumns {
  status: "pending" | "running" | "complete" | "failed";
  expiresAt: Date | null;
}

const STATE = `
  SELECT status, expires_at AS "expiresAt" FROM exports
   WHERE user_id = $1 AND (expires_at IS NULL OR expires_at > now())`;

const STATUS = {
  pending: "pending",
  running: "pending",
  complete: "ready",
  failed: "failed",
} as const;

export const exportState = async (sql: Sql, userId: number): Promise<Account["export"]> => {
  const [found] = await select<ExportColumns>(sql, STATE, [userId]);
  if (!found) return { status: "none", expiresAt: null };
  const { status, expiresAt } = found;
  return { status: STATUS[status], expiresAt: expiresAt?.toISOString() ?? null };
};
