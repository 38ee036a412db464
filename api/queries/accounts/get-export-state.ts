import { selectRows, type Sql } from "#infra/db/sql.ts";
import type { Account } from "#shared/contract/accounts/account.ts";

interface ExportColumns {
  status: "pending" | "running" | "complete" | "failed";
  expiresAt: Date | null;
}

const EXPORT_STATE_SQL = `
  SELECT status, expires_at AS "expiresAt" FROM exports
   WHERE user_id = $1 AND (expires_at IS NULL OR expires_at > now())`;

const PUBLIC_STATUS = {
  pending: "pending",
  running: "pending",
  complete: "ready",
  failed: "failed",
} as const;

export const getExportState = async (sql: Sql, userId: number): Promise<Account["export"]> => {
  const [found] = await selectRows<ExportColumns>(sql, EXPORT_STATE_SQL, [userId]);
  if (!found) return { status: "none", expiresAt: null };
  const { status, expiresAt } = found;
  return { status: PUBLIC_STATUS[status], expiresAt: expiresAt?.toISOString() ?? null };
};
