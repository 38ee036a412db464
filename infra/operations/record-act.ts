import type { AdminAct, AuditSubject } from "#shared/domain/audit.ts";
import { change, firstRow, type Sql } from "../db/sql.ts";

type Facts = Record<string, string | number | boolean>;

export interface RecordedAct {
  act: AdminAct;
  /** The name is stored as it was at that time. */
  subject: { kind: AuditSubject; id: number; name: string };
  before?: Facts;
  after?: Facts;
}

const AT_THE_TERMINAL = "the command line";

const RECORD = `
  INSERT INTO audit_log (actor_id, actor_name, act, subject_kind, subject_id, subject_name, before, after)
  SELECT $1::int, coalesce((SELECT username FROM users WHERE id = $1::int), $2), $3, $4, $5, $6, $7, $8
  RETURNING id`;

/**
 * Writes an admin's action to the audit log and returns the entry's id. Call it in the action's own
 * transaction. Actor null: done from the command line.
 */
export const recordAct = async (
  tx: Sql,
  actor: { id: number } | null,
  { act, subject, before, after }: RecordedAct,
): Promise<number> => {
  const recorded = await change<{ id: number }>(tx, RECORD, [
    actor?.id ?? null,
    AT_THE_TERMINAL,
    act,
    subject.kind,
    subject.id,
    subject.name,
    before ?? null,
    after ?? null,
  ]);
  return firstRow(recorded).id;
};
