import { mutateRows, type Sql } from "#infra/db/sql.ts";
import type { JudgeAuditReport } from "#shared/contract/admin/judge-audit.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { Charter } from "../judging/charter.ts";

const INSERT_SQL = `
  INSERT INTO judge_audits (judge, model, charter, results, failures) VALUES ($1, $2, $3, $4, $5)
  RETURNING id`;

/**
 * Stores the results of the bait set for the page of the judge. Their charter must be stored
 * before.
 */
export const saveAudit = async (
  sql: Sql,
  judge: Provider,
  { hash }: Charter,
  { model, rows, failures }: JudgeAuditReport,
): Promise<void> => {
  await mutateRows(sql, INSERT_SQL, [judge, model, hash, JSON.stringify(rows), failures]);
};
