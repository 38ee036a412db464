import type { Job } from "bullmq";
import { Pool, type PoolClient } from "pg";
import { openBackend } from "#infra/backend/open-backend.ts";
import { readEnv, required } from "#infra/env.ts";
import { createLogger } from "#infra/logger.ts";
import { stopWithParent } from "#infra/process/stop-with-parent.ts";
import { createEnqueue } from "#infra/queue/enqueue.ts";
import { ONE_TURN } from "#worker/jobs/load-debate.ts";
import { readArguments } from "#worker/read-arguments.ts";
import { instantReply } from "./instant-models.ts";

/**
 * The least that moves the rows as the product's worker does: BullMQ and a pool, the statements that
 * the product runs, in their order. Nobody is told, nothing is parsed, nothing may fail.
 */
const env = readEnv();
const databaseUrl = required(env.databaseUrl, "DATABASE_URL");
const backend = await openBackend({ ...env, databaseUrl }, createLogger("silent", "bench"));
const enqueue = createEnqueue(backend);
const pool = new Pool({ connectionString: databaseUrl, max: 10 });

const inTransaction = async (work: (tx: PoolClient) => Promise<void>): Promise<void> => {
  const tx = await pool.connect();
  await tx.query("BEGIN");
  await work(tx);
  await tx.query("COMMIT");
  tx.release();
};

/** Takes a turn as far as the statement says and reads it, with its debate. */
const claimAndLoad = async (name: string, claim: string, turnId: number) => {
  const claimed = await pool.query<{ attempt: number }>({ name, text: claim, values: [turnId] });
  const loaded = await pool.query({ name: "load", text: ONE_TURN, values: [turnId] });
  return { attempt: claimed.rows[0]?.attempt, debateId: loaded.rows[0].debate.id };
};

const CLAIM_TURN = `
  UPDATE turns SET content = '', error = NULL, status = 'streaming', attempt = attempt + 1,
         heartbeat_at = now()
   WHERE id = $1 AND (status = 'pending'
      OR (status = 'streaming' AND heartbeat_at < now() - interval '2.2 seconds'))
  RETURNING attempt, failures`;

const speak = async (turnId: number): Promise<void> => {
  const { attempt, debateId } = await claimAndLoad("claim-turn", CLAIM_TURN, turnId);
  let content = "";
  for (const piece of instantReply({ schema: null })) content += piece;
  await inTransaction(async (tx) => {
    await tx.query(
      `UPDATE debates SET current_turn = $2, status = $3
        WHERE id = $1 AND current_turn = $2 - 1
        RETURNING id, status, current_turn, scores, refunded`,
      [debateId, 1, "active"],
    );
    await tx.query(
      `UPDATE turns SET status = 'complete', content = $3, judging_status = $4,
              judging_run_at = now()
        WHERE id = $1 AND attempt = $2 AND status = 'streaming' RETURNING id`,
      [turnId, attempt, content, "pending"],
    );
  });
  await enqueue("judge-turn", { turnId }, { attempt: 0 });
};

const CLAIM_JUDGING = `
  UPDATE turns SET judging_status = 'running', judging_attempt = judging_attempt + 1,
         judging_heartbeat_at = now()
   WHERE id = $1 AND (judging_status = 'pending'
      OR (judging_status = 'running' AND judging_heartbeat_at < now() - interval '2.2 seconds'))
  RETURNING judging_attempt AS attempt, judging_failures AS failures`;

const judge = async (turnId: number): Promise<void> => {
  const { attempt, debateId } = await claimAndLoad("claim-judging", CLAIM_JUDGING, turnId);
  const [reply = ""] = instantReply({ schema: { name: "", schema: {} } });
  const { score, feedback, quotes } = JSON.parse(reply);
  await inTransaction(async (tx) => {
    await tx.query("SELECT status FROM debates WHERE id = $1 FOR UPDATE", [debateId]);
    await tx.query(
      `UPDATE turns SET judging_status = $3, judge = $4, score = $5, feedback = $6, quotes = $7
        WHERE id = $1 AND judging_attempt = $2 AND judging_status = 'running' RETURNING id`,
      [turnId, attempt, "complete", "grok", score, feedback, JSON.stringify(quotes)],
    );
  });
};

for (const [queue, concurrency] of readArguments([])) {
  const consumer = backend.consumer(
    queue,
    ({ name, data: { turnId } }: Job<{ turnId: number }>) =>
      name === "generate-turn" ? speak(turnId) : judge(turnId),
    { concurrency, autorun: false },
  );
  void consumer.run();
}
stopWithParent(() => process.exit(0));
process.send?.({ port: 0 });
