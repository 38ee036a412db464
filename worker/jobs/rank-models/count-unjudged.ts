import type { DataSource } from "typeorm";
import { selectRows } from "#infra/db/sql.ts";
import { SIMULATED_MODEL } from "#shared/domain/model-name.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import { isCountedSql, MAX_DEBATES, STATEMENT_TIMEOUT_SQL } from "./read-finished-debates.ts";

/**
 * Finished debates without a verdict since the present rules of judging began, except those of demo
 * mode. The time of a debate's end shows under which rules it fell, because only verdicts store
 * their rules.
 */
const UNJUDGED_SQL = `
  SELECT count(*)::int AS count
    FROM (SELECT id, spoken_at, verdict_status FROM debates d WHERE ${isCountedSql("$1")}
           ORDER BY id DESC LIMIT ${MAX_DEBATES}) d
   WHERE d.verdict_status IN ('complete', 'failed')
     AND NOT EXISTS (SELECT FROM verdicts v WHERE v.debate_id = d.id)
     AND NOT EXISTS (SELECT FROM turns t WHERE t.debate_id = d.id AND t.model = $2)
     AND (SELECT s.charter FROM seasons s WHERE s.started_at <= d.spoken_at
           ORDER BY s.number DESC LIMIT 1)
       = (SELECT s.charter FROM seasons s ORDER BY s.number DESC LIMIT 1)`;

/** Counts debates that ended under the present rules of judging, but got no verdict. */
export const countUnjudged = (db: DataSource): Promise<number> =>
  db.transaction(async (tx) => {
    await tx.query(STATEMENT_TIMEOUT_SQL);
    const values = [PROVIDERS, SIMULATED_MODEL];
    const [row] = await selectRows<{ count: number }>(tx, UNJUDGED_SQL, values);
    return row?.count ?? 0;
  });
