import { recordAuditEntry } from "#infra/services/audit-log.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";

const TURN_NAME_SQL = `
  SELECT 'Turn ' || t.turn_number || ' of ' || d.topic AS name
    FROM turns t JOIN debates d ON d.id = t.debate_id WHERE t.id = $1`;

export const auditTurnAction = async (
  sql: Sql,
  admin: SignedInViewer,
  act: "regenerate_audio" | "download_audio" | "retry_judging",
  turnId: number,
): Promise<void> => {
  const [turn] = await selectRows<{ name: string }>(sql, TURN_NAME_SQL, [turnId]);
  const subject = { kind: "turn", id: turnId, name: turn?.name ?? `Turn ${turnId}` } as const;
  await recordAuditEntry(sql, admin, { act, subject });
};
