import { PRESENT_CHARTER_SQL } from "#infra/db/debates/present-charter-sql.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import { measureSelfAgreement } from "#shared/domain/debates/judging/statistics.ts";
import { SEAL_LIFETIME_MS } from "#shared/domain/debates/judging/sealed-results.ts";
import type { JudgeFigures } from "#shared/contract/judging.ts";

/**
 * Leaves out verdicts that are still hidden from viewers. If the total is small, a change of it
 * would show who won.
 */
const VERDICTS_SQL = `
  SELECT count(*)::int AS total, count(*) FILTER (WHERE winner = 'bot_a')::int AS "botA",
         count(*) FILTER (WHERE winner = 'bot_b')::int AS "botB",
         count(*) FILTER (WHERE winner = 'draw')::int AS draw,
         count(*) FILTER (WHERE wavered)::int AS wavered
    FROM verdicts
   WHERE charter = $1 AND decided_at < now() - interval '${SEAL_LIFETIME_MS} milliseconds'`;

/** Winners of verdicts that were judged again under the same charter. */
const REPEATS_SQL = `
  SELECT v.winner AS first, r.winner AS second
    FROM verdict_repeats r JOIN verdicts v USING (debate_id)
   WHERE r.status = 'complete' AND r.charter = $1 AND v.charter = $1 AND r.judge = v.judge`;

const APPEALS_SQL = `
  SELECT count(*)::int AS total, count(*) FILTER (WHERE decision = 'upheld')::int AS upheld,
         count(*) FILTER (WHERE decision = 'rejected')::int AS rejected
    FROM verdict_appeals JOIN verdicts USING (debate_id) WHERE charter = $1`;

const LAST_AUDIT_SQL = `
  SELECT ran_at AS "ranAt", judge, model, results
    FROM judge_audits WHERE charter = $1 ORDER BY id DESC LIMIT 1`;

type Baits = NonNullable<JudgeFigures["baits"]>;
type AuditRow = Omit<Baits, "ranAt" | "rows"> & { ranAt: Date; results: Baits["rows"] };

/** Returns the results of the last run of the bait set under a charter; null if there was none. */
const getLastBaits = async (sql: Sql, charterHash: string): Promise<Baits | null> => {
  const [audit] = await selectRows<AuditRow>(sql, LAST_AUDIT_SQL, [charterHash]);
  if (!audit) return null;
  const { ranAt, judge, model, results } = audit;
  const rows = results.map(({ bait, trials, gained, low, high }) => ({
    bait,
    trials,
    gained,
    low,
    high,
  }));
  return { ranAt: ranAt.toISOString(), judge, model, rows };
};

const NO_VERDICTS = { total: 0, botA: 0, botB: 0, draw: 0, wavered: 0 };
const NO_APPEALS = { total: 0, upheld: 0, rejected: 0 };

type CharterRow = Omit<NonNullable<JudgeFigures["charter"]>, "since"> & { since: Date };

/** Returns how the judge has decided under its present charter, without naming debates. */
export const getJudgeFigures = async (sql: Sql): Promise<JudgeFigures> => {
  const [charter] = await selectRows<CharterRow>(sql, PRESENT_CHARTER_SQL, []);
  const [verdicts] = charter
    ? await selectRows<JudgeFigures["verdicts"]>(sql, VERDICTS_SQL, [charter.hash])
    : [];
  const repeats = charter
    ? await selectRows<{ first: string; second: string }>(sql, REPEATS_SQL, [charter.hash])
    : [];
  const [appeals] = charter
    ? await selectRows<JudgeFigures["appeals"]>(sql, APPEALS_SQL, [charter.hash])
    : [];
  return {
    charter: charter ? { ...charter, since: charter.since.toISOString() } : null,
    verdicts: verdicts ?? NO_VERDICTS,
    selfAgreement: measureSelfAgreement(
      repeats.map(({ first, second }) => [first, second] as const),
    ),
    appeals: appeals ?? NO_APPEALS,
    baits: charter ? await getLastBaits(sql, charter.hash) : null,
  };
};
