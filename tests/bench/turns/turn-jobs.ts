import { setTimeout as pause } from "node:timers/promises";
import { openBackend } from "#infra/backend/open-backend.ts";
import { openManagementServer } from "#infra/process/management-server.ts";
import { createEnqueue, type Enqueue } from "#infra/queue/enqueue.ts";
import { type TestBackend, testLogger } from "#tests/harness.ts";
import { startTestProcess } from "#tests/helpers/test-stack.ts";
import { computeMedians, type OursAndBare, measureAlternately } from "../support/measure.ts";
import { runOnTwoBackends } from "../support/run-on-backend.ts";
import { runSql } from "../support/run-sql.ts";
import type { BenchRow } from "../support/table.ts";

const DEBATES = 100;
/** Number of jobs: each debate's turn is generated and then judged. */
const JOBS = 2 * DEBATES;
const ROUNDS = 31;

const ADD_USER = `INSERT INTO users (username, email, password)
  VALUES ('bench', 'bench@example.org', '!') ON CONFLICT DO NOTHING`;

/** SQL that adds debates whose first turn is requested. */
const ADD_DEBATES = `
  WITH added AS (
    INSERT INTO debates (topic, user_id)
    SELECT 'Debate ' || n, (SELECT id FROM users) FROM generate_series(1, $1::int) AS n
    RETURNING id)
  INSERT INTO turns (debate_id, turn_number, role, type)
  SELECT id, 1, 'bot_a', 'opening' FROM added RETURNING id`;

/** Returns the jobs per second, from the request of the turns until the last one is judged. */
const jobsPerSecond = async (backend: TestBackend, enqueue: Enqueue): Promise<number> => {
  const turns = await runSql<{ id: number }>(backend, ADD_DEBATES, [DEBATES]);
  const startedAt = performance.now();
  await Promise.all(
    turns.map(({ id }) => enqueue("generate-turn", { turnId: id }, { attempt: 0 })),
  );
  const openTurns = () =>
    runSql(backend, "SELECT FROM turns WHERE judging_status <> 'complete' LIMIT 1");
  while ((await openTurns()).length > 0) await pause(20);
  return (JOBS * 1000) / (performance.now() - startedAt);
};

const openPipeline = async (backend: TestBackend, script: string, variables = {}) => {
  const worker = await startTestProcess(script, [], backend.variables(variables));
  const queues = await openBackend(
    { ...backend.env(), databaseUrl: backend.database.url },
    testLogger,
  );
  const enqueue = createEnqueue(queues);
  await runSql(backend, ADD_USER);
  return {
    run: () => jobsPerSecond(backend, enqueue),
    async close() {
      await worker.kill("SIGKILL");
      await queues.close();
    },
  };
};

const measure = async (backends: OursAndBare<TestBackend>): Promise<OursAndBare> => {
  const ours = await openPipeline(backends.ours, "bench/instant-worker.js");
  const bare = await openPipeline(backends.bare, "bench/bare-worker.js");
  const done = await measureAlternately({ ours: ours.run, bare: bare.run }, { rounds: ROUNDS });
  await ours.close();
  await bare.close();
  return computeMedians(done, (perSecond) => perSecond);
};

/**
 * Compares the processing of jobs with its SQL alone. The product also has leases, heartbeats,
 * events and recovery.
 */
export const benchTurnJobs = (name: TestBackend["name"]): Promise<BenchRow[]> =>
  runOnTwoBackends(name, async (backends) => [
    {
      name: `Turn jobs with instant models, ${name}`,
      unit: "jobs/s",
      ...(await measure(backends)),
      budget: { atLeast: 0.95 },
    },
  ]);

/** Compares the processing of jobs with traces and without. The collector ignores the traces. */
export const benchTracedJobs = (name: TestBackend["name"]): Promise<BenchRow[]> =>
  runOnTwoBackends(name, async (backends) => {
    const collector = await openManagementServer(
      0,
      { servesHost: () => true },
      (req, res) => void req.resume().on("end", () => res.end("{}")),
    );
    const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${collector.port}`;
    const script = "bench/instant-worker.js";
    const ours = await openPipeline(backends.ours, script, { OTEL_EXPORTER_OTLP_ENDPOINT });
    const bare = await openPipeline(backends.bare, script);
    const done = await measureAlternately({ ours: ours.run, bare: bare.run }, { rounds: ROUNDS });
    await ours.close();
    await bare.close();
    await collector.close();
    return [
      {
        name: `Turn jobs with traces, against jobs without, ${name}`,
        unit: "jobs/s",
        ...computeMedians(done, (perSecond) => perSecond),
        budget: { atLeast: 0.95 },
      },
    ];
  });
