import { PRESENT_CHARTER_SQL } from "#infra/db/debates/present-charter-sql.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import { measureSelfAgreement } from "#shared/domain/debates/judging/statistics.ts";
import { groupBy } from "#shared/domain/leaderboard/count-shares.ts";
import { SEAL_LIFETIME_MS } from "#shared/domain/debates/judging/sealed-results.ts";
import { type Provider, PROVIDERS } from "#shared/domain/provider.ts";
import type { BaitRun, JudgeFigures } from "#shared/contract/judging.ts";
import { listSeasons } from "./get-judge-rules.ts";

/**
 * Leaves out verdicts that are still hidden from members who have not voted. While there are few
 * verdicts, a change of the numbers would reveal the winner. A judge is asked twice: For is speaker
 * A in the first question, and speaker B in the second. Verdicts of several judges (a panel) lack
 * these two answers.
 */
const VERDICTS_SQL = `
  SELECT count(*)::int AS total, count(*) FILTER (WHERE winner = 'bot_a')::int AS "botA",
         count(*) FILTER (WHERE winner = 'bot_b')::int AS "botB",
         count(*) FILTER (WHERE winner = 'draw')::int AS draw,
         count(*) FILTER (WHERE wavered)::int AS wavered,
         json_build_object(
           'labelA', count(*) FILTER (WHERE first_winner = 'bot_a' AND second_winner = 'bot_b'),
           'labelB', count(*) FILTER (WHERE first_winner = 'bot_b' AND second_winner = 'bot_a'),
           'oneDraw', count(*) FILTER (WHERE (first_winner = 'draw') <> (second_winner = 'draw'))
         ) AS "waveredAnswers"
    FROM verdicts
   WHERE charter = $1 AND decided_at < now() - interval '${SEAL_LIFETIME_MS} milliseconds'`;

/**
 * Selects both decisions of each judge that judged a debate twice. `second` is null if the second
 * judging failed. Debates that still hide the judge's name are left out.
 */
const REPEATS_SQL = `
  SELECT r.judge, v.winner AS first, CASE WHEN r.status = 'complete' THEN r.winner END AS second
    FROM verdict_repeats r JOIN verdicts v USING (debate_id)
   WHERE v.charter = $1 AND r.judge = v.judge AND r.judge = ANY ($2)
     AND (r.status = 'failed' OR r.status = 'complete' AND r.charter = $1)
   ORDER BY r.judge`;

const APPEALS_SQL = `
  SELECT count(*)::int AS total, count(*) FILTER (WHERE decision = 'upheld')::int AS upheld,
         count(*) FILTER (WHERE decision = 'rejected')::int AS rejected
    FROM verdict_appeals JOIN verdicts USING (debate_id) WHERE charter = $1`;

/**
 * Selects the last bias test of each judge. `runs` counts all bias tests of the judge under the
 * present rules of judging.
 */
const BAIT_RUNS_SQL = `
  SELECT DISTINCT ON (judge) judge, model, ran_at AS "ranAt", failures, results,
         (count(*) OVER (PARTITION BY judge))::int AS runs
    FROM judge_audits WHERE charter = $1 AND judge = ANY ($2)
   ORDER BY judge, id DESC`;

type BaitRunRow = Omit<BaitRun, "ranAt" | "rows"> & { ranAt: Date; results: BaitRun["rows"] };

const presentBaitRun = ({ ranAt, results, ...run }: BaitRunRow): BaitRun => ({
  ...run,
  ranAt: ranAt.toISOString(),
  rows: results.map(({ bait, trials, gained, low, high }) => ({ bait, trials, gained, low, high })),
});

interface RepeatRow {
  judge: Provider;
  first: string;
  second: string | null;
}

type CompleteRepeat = RepeatRow & { second: string };

const measureRepeats = (repeats: readonly CompleteRepeat[]) =>
  measureSelfAgreement(repeats.map(({ first, second }) => [first, second] as const));

const describeRepeats = (repeats: readonly RepeatRow[]): JudgeFigures["selfAgreement"] => {
  const complete = repeats.filter((repeat): repeat is CompleteRepeat => repeat.second !== null);
  return {
    ...measureRepeats(complete),
    failed: repeats.length - complete.length,
    judges: [...groupBy(complete, ({ judge }) => judge)].map(([, own]) =>
      Object.assign(measureRepeats(own), { judge: own[0]!.judge }),
    ),
  };
};

const NO_FIGURES: JudgeFigures = {
  charter: null,
  seasons: [],
  verdicts: {
    total: 0,
    botA: 0,
    botB: 0,
    draw: 0,
    wavered: 0,
    waveredAnswers: { labelA: 0, labelB: 0, oneDraw: 0 },
  },
  selfAgreement: describeRepeats([]),
  appeals: { total: 0, upheld: 0, rejected: 0 },
  baitRuns: [],
};

type CharterRow = Omit<NonNullable<JudgeFigures["charter"]>, "since"> & { since: Date };

/** Returns how the judge has decided under its present charter, without naming debates. */
export const getJudgeFigures = async (sql: Sql): Promise<JudgeFigures> => {
  const [charter] = await selectRows<CharterRow>(sql, PRESENT_CHARTER_SQL, []);
  if (!charter) return NO_FIGURES;
  const { hash, since } = charter;
  const [verdicts] = await selectRows<JudgeFigures["verdicts"]>(sql, VERDICTS_SQL, [hash]);
  const [appeals] = await selectRows<JudgeFigures["appeals"]>(sql, APPEALS_SQL, [hash]);
  const baitRuns = await selectRows<BaitRunRow>(sql, BAIT_RUNS_SQL, [hash, PROVIDERS]);
  return {
    charter: { ...charter, since: since.toISOString() },
    seasons: await listSeasons(sql, null),
    verdicts: verdicts ?? NO_FIGURES.verdicts,
    selfAgreement: describeRepeats(
      await selectRows<RepeatRow>(sql, REPEATS_SQL, [hash, PROVIDERS]),
    ),
    appeals: appeals ?? NO_FIGURES.appeals,
    baitRuns: baitRuns.map(presentBaitRun),
  };
};
