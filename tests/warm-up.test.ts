import { startApi } from "#api/start-api.ts";
import { TURNS_SQL } from "#api/queries/debates/list-turns.ts";
import { RENEW_TURN_LEASES_SQL } from "#infra/db/jobs/job-lease.ts";
import { createChatModels } from "#worker/llm/create-chat-models.ts";
import { startWorker } from "#worker/start-worker.ts";
import { openTestBackend, type TestBackend, testLogger } from "./harness.ts";
import { runSql } from "./bench/support/run-sql.ts";

const LAST_ASKED = `
  SELECT count(*)::int AS connections FROM pg_stat_activity
   WHERE datname = current_database() AND length(query) > 100 AND starts_with($1, left(query, 500))`;

describe("warm-up", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await openTestBackend("postgres");
  });
  afterAll(() => backend.database.drop());

  const env = () => backend.env({ DATABASE_POOL_MIN: "3" });
  it.each([
    ["an API", TURNS_SQL, () => startApi({ env: env(), logger: testLogger })],
    [
      "a worker",
      RENEW_TURN_LEASES_SQL,
      () =>
        startWorker({
          env: env(),
          logger: testLogger,
          concurrency: new Map([["turns", 1]]),
          models: createChatModels(env()),
        }),
    ],
  ])("prepares the frequent queries on the connections of %s", async (_, last, start) => {
    const started = await start();
    const [asked] = await runSql<{ connections: number }>(backend, LAST_ASKED, [last]);
    expect(asked?.connections).toBeGreaterThan(1);
    await started.close();
  });
});
