import type { Job } from "bullmq";
import { Pool, type PoolClient } from "pg";
import { openBackend } from "#infra/backend/open-backend.ts";
import { readEnv, required } from "#infra/env.ts";
import { createLogger } from "#infra/logger.ts";
import { stopWithParent } from "#infra/process/stop-with-parent.ts";
import { createEnqueue } from "#infra/queue/enqueue.ts";
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

const load = async (turnId: number) => {
  const [turn] = (await pool.query("SELECT * FROM turns WHERE id = $1", [turnId])).rows;
  const [debates, speeches] = await Promise.all([
    pool.query("SELECT * FROM debates WHERE id = $1", [turn.debate_id]),
    pool.query(
      `SELECT turn_number, role, content FROM turns
        WHERE debate_id = $1 AND turn_number < $2 AND status = 'complete' ORDER BY turn_number`,
      [turn.debate_id, turn.turn_number],
    ),
  ]);
  return { turn, debate: debates.rows[0], speeches: speeches.rows };
};

const speak = async (turnId: number): Promise<void> => {
  const { rows } = await pool.query(
    `UPDATE turns SET content = '', error = NULL, status = 'streaming', attempt = attempt + 1,
            heartbeat_at = now()
      WHERE id = $1 AND status = 'pending' RETURNING attempt, failures`,
    [turnId],
  );
  const { turn } = await load(turnId);
  let content = "";
  for (const piece of instantReply({ schema: null })) content += piece;
  await inTransaction(async (tx) => {
    await tx.query(
      `UPDATE debates SET current_turn = $2, status = 'active'
        WHERE id = $1 AND current_turn = $2 - 1
        RETURNING id, status, current_turn, scores, refunded`,
      [turn.debate_id, turn.turn_number],
    );
    await tx.query(
      `UPDATE turns SET status = 'complete', content = $3, judging_status = 'pending',
              judging_run_at = now()
        WHERE id = $1 AND attempt = $2 AND status = 'streaming' RETURNING id`,
      [turnId, rows[0].attempt, content],
    );
  });
  await enqueue("judge-turn", { turnId }, { attempt: 0 });
};

const judge = async (turnId: number): Promise<void> => {
  const { rows } = await pool.query(
    `UPDATE turns SET judging_status = 'running', judging_attempt = judging_attempt + 1,
            judging_heartbeat_at = now()
      WHERE id = $1 AND judging_status = 'pending' RETURNING judging_attempt, judging_failures`,
    [turnId],
  );
  const { turn } = await load(turnId);
  const [reply] = instantReply({ schema: { name: "", schema: {} } });
  const { score, feedback, quotes } = JSON.parse(reply ?? "");
  await inTransaction(async (tx) => {
    await tx.query("SELECT FROM debates WHERE id = $1 FOR UPDATE", [turn.debate_id]);
    await tx.query(
      `UPDATE turns SET judging_status = 'complete', judge = 'grok', score = $3, feedback = $4,
              quotes = $5
        WHERE id = $1 AND judging_attempt = $2 AND judging_status = 'running' RETURNING id`,
      [turnId, rows[0].judging_attempt, score, feedback, JSON.stringify(quotes)],
    );
    await tx.query("SELECT role, score, judging_status FROM turns WHERE debate_id = $1", [
      turn.debate_id,
    ]);
    await tx.query(
      `UPDATE debates SET scores = $2, verdict_status = 'pending', verdict_run_at = now()
        WHERE id = $1 AND status = 'completed' AND verdict_status = 'none' RETURNING id`,
      [turn.debate_id, JSON.stringify({ botA: 7, botB: null, reasoning: null })],
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
