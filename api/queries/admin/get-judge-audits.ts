import { selectRows } from "#infra/db/sql.ts";
import type { JudgeAuditRun, JudgeAudits } from "#shared/contract/admin/judge-audit.ts";
import { computePriceMicrodollars } from "#shared/domain/billing/spending.ts";
import { BAIT_RUN } from "#shared/domain/debates/judging/bait-set.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import type { Context } from "#api/context.ts";

const RUNS_SQL = `
  SELECT r.judge, r.asked_at AS "askedAt", u.username AS "startedBy", r.requests, r.price,
         r.is_price_estimated AS "isPriceEstimated", r.report,
         (SELECT count(*)::int FROM jsonb_object_keys(r.winners)) AS verdicts,
         CASE WHEN r.status = 'pending' AND r.deferred_for LIKE '%_limit' THEN 'waiting_for_budget'
              WHEN r.status = 'pending' THEN 'waiting' ELSE r.status END AS state
    FROM judge_audit_runs r LEFT JOIN users u ON u.id = r.asked_by
   WHERE r.judge = ANY ($1) ORDER BY r.asked_at DESC, r.id DESC`;

interface RunRow extends Omit<JudgeAuditRun, "startedAt"> {
  askedAt: Date;
}

const presentRun = ({ askedAt, ...run }: RunRow): JudgeAuditRun => ({
  ...run,
  startedAt: askedAt.toISOString(),
});

type AuditDeps = Pick<Context, "sql" | "env">;

const listJudges = ({ providers, spending }: AuditDeps["env"]): JudgeAudits["judges"] =>
  PROVIDERS.flatMap((judge) => {
    const access = providers[judge];
    if (!access) return [];
    const price = computePriceMicrodollars(spending.prices, access.model, {
      ...BAIT_RUN,
      characters: 0,
    });
    return [{ judge, verdicts: BAIT_RUN.verdicts, requests: BAIT_RUN.requests, price }];
  });

/** Returns the configured judges with the expected price of a run, and the last run of each. */
export const getJudgeAudits = async ({ sql, env }: AuditDeps): Promise<JudgeAudits> => {
  const rows = await selectRows<RunRow>(sql, RUNS_SQL, [PROVIDERS]);
  return { judges: listJudges(env), runs: rows.map(presentRun) };
};
