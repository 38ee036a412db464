import { setMaxListeners } from "node:events";
import type { PreloadSql } from "#infra/db/jobs/claim-job.ts";
import { finishJob, renewLease } from "#infra/db/jobs/job-lease.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import type { JobHandler } from "#infra/queue/queue-consumer.ts";
import type { JudgeAuditReport } from "#shared/contract/admin/judge-audit.ts";
import { combineAnswers, type DecidedWinner } from "#shared/domain/debates/judging/decision.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { WorkerContext } from "#worker/context.ts";
import {
  auditJudge,
  type AuditedDebate,
  type DecideDebate,
} from "#worker/judge-audit/audit-judge.ts";
import { saveAudit } from "#worker/judge-audit/save-audit.ts";
import { askVerdict } from "#worker/judging/ask-verdict.ts";
import { nameModel, saveCharter } from "#worker/judging/charter.ts";
import { ProviderError } from "#worker/llm/provider-error.ts";
import type { ActiveLease } from "#worker/runtime/job-task.ts";
import { requireModel } from "../common/require-model.ts";

interface StartedAudit {
  judge: Provider;
  charter: string | null;
  /** The winners that earlier attempts have paid for, by trial. */
  winners: Record<string, DecidedWinner>;
  requests: number;
  price: number;
  isPriceEstimated: boolean;
}

const PRELOAD_SQL: PreloadSql<StartedAudit> = `
  json_build_object('judge', w.judge, 'charter', w.charter, 'winners', w.winners,
                    'requests', w.requests, 'price', w.price,
                    'isPriceEstimated', w.is_price_estimated)`;

type AuditLease = ActiveLease<StartedAudit>;

/** What all attempts have cost so far: parameters $1 to $3. */
const SET_COST_SQL = "requests = $1, price = $2, is_price_estimated = $3";
const listCosts = ({ loaded, meter }: AuditLease): unknown[] => {
  const { requests = 0, price = 0, isEstimated = false } = meter.usage ?? {};
  return [loaded.requests + requests, loaded.price + price, loaded.isPriceEstimated || isEstimated];
};

/**
 * Returns the winners that earlier attempts have stored. They do not count if the charter, the
 * rules of judging, has changed since.
 */
const loadWinners = async (
  { sql, charter }: WorkerContext,
  lease: AuditLease,
): Promise<StartedAudit["winners"]> => {
  if (lease.loaded.charter === charter.hash) return lease.loaded.winners;
  await renewLease(sql, lease, { set: "charter = $1, winners = '{}'", values: [charter.hash] });
  return {};
};

const saveWinner = async (
  { sql }: WorkerContext,
  lease: AuditLease,
  trial: string,
  winner: DecidedWinner,
): Promise<void> => {
  await renewLease(sql, lease, {
    set: `${SET_COST_SQL}, winners = winners || $4::jsonb, failures = 0`,
    values: [...listCosts(lease), JSON.stringify({ [trial]: winner })],
  });
  // A run has hundreds of requests, so only failures in a row count.
  lease.failures = 0;
};

/** Runs the calls one after another, because the job has only one provider slot. */
const runInTurn = (decide: DecideDebate): DecideDebate => {
  let last: Promise<unknown> = Promise.resolve();
  return (debate, trial) => {
    const next = last.then(() => decide(debate, trial));
    last = next;
    return next;
  };
};

/** Returns no answer if the model refuses a text. Other failures end the attempt. */
const ignoreRefusal = (err: unknown): [] => {
  if (err instanceof ProviderError && err.code === "refused") return [];
  throw err;
};

const storeReport = (
  { db, logger, charter, env }: WorkerContext,
  lease: AuditLease,
  report: JudgeAuditReport,
): Promise<void> =>
  withTransaction(db, logger, async (tx) => {
    const { judge } = lease.loaded;
    await saveCharter(tx, charter);
    if (!env.providers[judge]?.isFake) await saveAudit(tx, judge, charter, report);
    await finishJob(tx, lease, "complete", {
      set: `${SET_COST_SQL}, report = $4`,
      values: [...listCosts(lease), JSON.stringify(report)],
    });
  });

/** Runs the bait set on one judge, for the operations page. */
export const runJudgeAudit =
  (context: WorkerContext): JobHandler<"audit-judge"> =>
  ({ judgeAuditId }) => {
    let hasProgressed = false;
    return context.runner.run({
      job: "audit-judge",
      id: judgeAuditId,
      preload: PRELOAD_SQL,
      hasProgressed: () => hasProgressed,
      async run(lease) {
        const { meter, signal, loaded } = lease;
        // Each request adds a listener. Node.js would warn about more than ten.
        setMaxListeners(0, signal);
        const model = requireModel(context, loaded.judge);
        const winners = await loadWinners(context, lease);
        let failures = 0;
        const decide = async ({ speeches, ...debate }: AuditedDebate, trial: string) => {
          const known = winners[trial];
          if (known !== undefined) return { winner: known };
          const subject = { debate, speeches, model, meter, signal };
          const [first, second] = await askVerdict(subject).catch(ignoreRefusal);
          if (!first || !second) {
            failures++;
            return null;
          }
          const { winner } = combineAnswers(first, second);
          await saveWinner(context, lease, trial, winner);
          hasProgressed = true;
          return { winner };
        };
        const rows = await auditJudge(runInTurn(decide));
        const name = nameModel(context.env.providers[loaded.judge]);
        await storeReport(context, lease, { model: name, rows, failures });
      },
      async giveUp(lease) {
        await withTransaction(context.db, context.logger, (tx) =>
          finishJob(tx, lease, "failed", { set: SET_COST_SQL, values: listCosts(lease) }),
        );
      },
    });
  };
