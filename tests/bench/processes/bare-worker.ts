import type { Job } from "bullmq";
import { Pool } from "pg";
import { openBackend } from "#infra/backend/open-backend.ts";
import { claimJob } from "#infra/db/jobs/claim-job.ts";
import type { Sql } from "#infra/db/sql.ts";
import { readEnv, requireVariable } from "#infra/env.ts";
import { createLogger } from "#infra/logger.ts";
import { onParentExit } from "#infra/process/shutdown.ts";
import { createEnqueue } from "#infra/queue/enqueue.ts";
import { PROGRESS_COLUMNS_SQL } from "#infra/presenters/debate-progress-presenter.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import { PRELOAD_TURN_SQL } from "#worker/jobs/common/load-debate.ts";
import { buildProviderLimits } from "#worker/runtime/provider-monitor.ts";
import { parseArguments } from "#worker/parse-arguments.ts";
import { createInstantReply } from "../support/instant-models.ts";

/**
 * Baseline for the worker: BullMQ, a connection pool and the product's statements in the same
 * order. It publishes no events, parses nothing and handles no errors.
 */
const env = readEnv();
const databaseUrl = requireVariable(env.databaseUrl, "DATABASE_URL");
const backend = await openBackend({ ...env, databaseUrl }, createLogger("silent", "bench"));
const enqueue = createEnqueue(backend);
const pool = new Pool({ connectionString: databaseUrl, max: 10 });
const providerLimits = buildProviderLimits(env.requestsInFlight, PROVIDERS);

const inTransaction = async (work: (tx: Sql) => Promise<void>): Promise<void> => {
  const client = await pool.connect();
  await client.query("BEGIN");
  await work(asSql(client));
  await client.query("COMMIT");
  client.release();
};

/** Names of the prepared statements. As in the product, each is prepared once per connection. */
const statementNames = new Map<string, string>();
const getStatementName = (text: string): string => {
  const name = statementNames.get(text) ?? `s${statementNames.size}`;
  statementNames.set(text, name);
  return name;
};
const asSql = (client: Pick<Pool, "query">): Sql => ({
  query: async (text, values = []) =>
    (await client.query({ name: getStatementName(text), text, values })).rows,
});
const sql = asSql(pool);

/** Claims a turn and loads its debate, with the product's statement. */
const claimAndLoad = async (job: "generate-turn" | "judge-turn", turnId: number) => {
  const claimed = await claimJob(sql, job, turnId, { providerLimits, preload: PRELOAD_TURN_SQL });
  if (!claimed || "deferredFor" in claimed) throw new Error("the turn cannot be claimed");
  return { attempt: claimed.attempt, debateId: claimed.loaded.debate.id };
};

const ADVANCE_DEBATE_SQL = `
  UPDATE debates SET current_turn = $2, status = $3, spoken_at = now()
   WHERE id = $1 RETURNING ${PROGRESS_COLUMNS_SQL}`;
const COMPLETE_TURN_SQL = `
  UPDATE turns SET status = 'complete', content = $3, judging_status = $4, judging_run_at = now(),
         requests = requests + $5
   WHERE id = $1 AND attempt = $2 AND status = 'streaming' RETURNING id`;

const generateTurn = async (turnId: number): Promise<void> => {
  const { attempt, debateId } = await claimAndLoad("generate-turn", turnId);
  const content = createInstantReply({ schema: null });
  await inTransaction(async (tx) => {
    await tx.query(ADVANCE_DEBATE_SQL, [debateId, 1, "active"]);
    await tx.query(COMPLETE_TURN_SQL, [turnId, attempt, content, "pending", 0]);
  });
  await enqueue("judge-turn", { turnId }, { attempt: 0 });
};

const COMPLETE_JUDGING_SQL = `
  UPDATE turns SET judging_status = 'complete', judge = $3, score = $4, ruling = $5, feedback = $6,
         quotes = $7
   WHERE id = $1 AND judging_attempt = $2 AND judging_status = 'running' RETURNING is_hidden`;

const judge = async (turnId: number): Promise<void> => {
  const { attempt, debateId } = await claimAndLoad("judge-turn", turnId);
  const reply = createInstantReply({ schema: { name: "", schema: {} } });
  const { score, ruling, feedback, quotes } = JSON.parse(reply);
  await inTransaction(async (tx) => {
    await tx.query("SELECT id, status FROM debates WHERE id = $1 FOR UPDATE", [debateId]);
    const values = [turnId, attempt, "grok", score, ruling, feedback, JSON.stringify(quotes)];
    await tx.query(COMPLETE_JUDGING_SQL, values);
  });
};

for (const [queue, concurrency] of parseArguments([])) {
  const consumer = backend.consumer(
    queue,
    ({ name, data: { turnId } }: Job<{ turnId: number }>) =>
      name === "generate-turn" ? generateTurn(turnId) : judge(turnId),
    { concurrency, autorun: false },
  );
  void consumer.run();
}
onParentExit(() => process.exit(0));
process.send?.({ port: 0 });
