import { monitorEventLoopDelay } from "node:perf_hooks";
import { createDataSource } from "#infra/db/connection/data-source.ts";
import type { TestBackend } from "#tests/harness.ts";
import { rankInThread } from "#worker/jobs/rank-models/rank-in-thread.ts";
import { readFinishedDebates } from "#worker/jobs/rank-models/read-finished-debates.ts";
import { runOnBackend } from "../support/run-on-backend.ts";
import { runSql } from "../support/run-sql.ts";
import { type BenchRow, compareWithAllowed } from "../support/table.ts";

const DEBATES = 5000;
const VOTERS = 20;
const MODELS = 20;
const ROUNDS = 5;
const ALLOWED_MS = 5000;
const ALLOWED_PAUSE_MS = 200;

/**
 * The first user owns all debates, and the others vote in each of them. Hashes replace random
 * numbers, so that all runs have the same data.
 */
const FILL_SQL = [
  `INSERT INTO users (username, email, password, created_at)
   SELECT 'bench' || n, 'bench' || n || '@example.org', '!', now() - interval '1 year'
     FROM generate_series(0, ${VOTERS}) n`,
  `INSERT INTO debates (topic, user_id, status, max_turns, current_turn, mystery, created_at, spoken_at,
                        bot_a_provider, bot_b_provider)
   SELECT 'Topic ' || n % 500, (SELECT min(id) FROM users), 'completed', 2, 2, true,
          now() - interval '3 days', now() - interval '2 days', 'openai', 'openai'
     FROM generate_series(1, ${DEBATES}) n`,
  `INSERT INTO turns (debate_id, turn_number, role, type, status, content, model)
   SELECT d.id, n, CASE n WHEN 1 THEN 'bot_a' ELSE 'bot_b' END, 'opening', 'complete',
          repeat('word ', 100 + abs(hashint4(d.id + n)) % 100), 'model-' || abs(hashint4(2 * d.id + n)) % ${MODELS}
     FROM debates d CROSS JOIN generate_series(1, 2) n`,
  `INSERT INTO votes (debate_id, user_id, winner, created_at, was_sealed)
   SELECT d.id, u.id, CASE WHEN hashint4(d.id * 1000 + u.id) % 2 = 0 THEN 'bot_a' ELSE 'bot_b' END, now() - interval '2 days', true
     FROM debates d JOIN users u ON u.id <> d.user_id`,
  `ANALYZE`,
];

const measure = async (backend: TestBackend): Promise<BenchRow[]> => {
  for (const statement of FILL_SQL) await runSql(backend, statement);
  const db = await createDataSource(backend.database.url).initialize();
  const { signal } = new AbortController();
  const [durations, pauses]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const start = performance.now();
      const { models } = await rankInThread(await readFinishedDebates(db, signal), signal);
      durations.push(performance.now() - start);
      delay.disable();
      pauses.push(delay.max / 1e6);
      if (models.ratings.length === 0) throw new Error("The bench ranks no model.");
    }
  } finally {
    await db.destroy();
  }
  const votes = (DEBATES * VOTERS).toLocaleString("en");
  return [
    {
      name: `Leaderboard of ${votes} votes on ${MODELS} models`,
      unit: "ms",
      ...compareWithAllowed(durations, ALLOWED_MS),
    },
    {
      name: "Longest pause of the worker's event loop meanwhile",
      unit: "ms",
      ...compareWithAllowed(pauses, ALLOWED_PAUSE_MS),
    },
  ];
};

/** Measures the job that ranks the models: reading the votes and computing in a thread. */
export const benchLeaderboard = (): Promise<BenchRow[]> => runOnBackend("redis", measure);
