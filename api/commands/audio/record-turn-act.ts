import { recordAct } from "#infra/operations/record-act.ts";
import { select, type Sql } from "#infra/db/sql.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";

const NAME = `
  SELECT 'Turn ' || t.turn_number || ' of ' || d.topic AS name
    FROM turns t JOIN debates d ON d.id = t.debate_id WHERE t.id = $1`;

export const recordTurnAct = async (
  sql: Sql,
  admin: SignedIn,
  act: "regenerate_audio" | "download_audio" | "retry_judging",
  turnId: number,
): Promise<void> => {
  const [turn] = await select<{ name: string }>(sql, NAME, [turnId]);
  const subject = { kind: "turn", id: turnId, name: turn?.name ?? `Turn ${turnId}` } as const;
  await recordAct(sql, admin, { act, subject });
};
