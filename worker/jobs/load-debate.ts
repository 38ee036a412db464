import type { DataSource } from "typeorm";
import { Debate } from "#infra/db/entities/debate.ts";
import { Turn } from "#infra/db/entities/turn.ts";
import { select, type Sql } from "#infra/db/sql.ts";
import { MAX_TURNS } from "#shared/domain/turn.ts";
import type { Speech } from "../prompts/transcript.ts";
import { LostWork } from "./work.ts";

/** The finished speeches of a debate before a turn, in order. */
const loadSpeeches = (sql: Sql, debateId: number, before: number): Promise<Speech[]> =>
  select(
    sql,
    `SELECT turn_number AS "turnNumber", role, content FROM turns
      WHERE debate_id = $1 AND turn_number < $2 AND status = 'complete' ORDER BY turn_number`,
    [debateId, before],
  );

/** A debate with everything said in it. Throws `LostWork` when it was deleted. */
export const loadDebate = async (db: DataSource, id: number, before = MAX_TURNS + 1) => {
  const [debate, speeches] = await Promise.all([
    db.getRepository(Debate).findOneBy({ id }),
    loadSpeeches(db, id, before),
  ]);
  if (!debate) throw new LostWork();
  return { debate, speeches };
};

/** A turn, its debate, and what was said before it. Throws `LostWork` when it was deleted. */
export const loadTurn = async (db: DataSource, id: number) => {
  const turn = await db.getRepository(Turn).findOneBy({ id });
  if (!turn) throw new LostWork();
  return { turn, ...(await loadDebate(db, turn.debateId, turn.turnNumber)) };
};
