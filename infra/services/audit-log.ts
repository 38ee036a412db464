import type { AdminAct, AuditSubject } from "#shared/domain/accounts/audit-log.ts";
import { mutateRows, requireFirstRow, type Sql } from "../db/sql.ts";

type AuditValues = Record<string, string | number | boolean>;

export interface AuditedAct {
  act: AdminAct;
  /** What the admin changed. The entry keeps this name, even if the name changes later. */
  subject: { kind: AuditSubject; id: number; name: string };
  before?: AuditValues;
  after?: AuditValues;
}

const COMMAND_LINE_ACTOR = "the command line";

const INSERT_AUDIT_ENTRY_SQL = `
  INSERT INTO audit_log (actor_id, actor_name, act, subject_kind, subject_id, subject_name, before, after)
  SELECT $1::int, coalesce((SELECT username FROM users WHERE id = $1::int), $2), $3, $4, $5, $6, $7, $8
  RETURNING id`;

/**
 * Writes an admin's action to the audit log and returns the entry's id. Must run in the transaction
 * of the action. `actor` is null for the command line.
 */
export const recordAuditEntry = async (
  tx: Sql,
  actor: { id: number } | null,
  { act, subject, before, after }: AuditedAct,
): Promise<number> => {
  const recorded = await mutateRows<{ id: number }>(tx, INSERT_AUDIT_ENTRY_SQL, [
    actor?.id ?? null,
    COMMAND_LINE_ACTOR,
    act,
    subject.kind,
    subject.id,
    subject.name,
    before ?? null,
    after ?? null,
  ]);
  return requireFirstRow(recorded).id;
};
