import type { DataSource } from "typeorm";
import { createDataSource } from "#infra/db/data-source.ts";
import { reconcileOnce } from "#worker/reconcile.ts";
import { freshDatabase, type TestDatabase, testLogger } from "../harness.ts";

let database: TestDatabase;
let db: DataSource;
beforeAll(async () => {
  database = await freshDatabase();
  db = await createDataSource(database.url).initialize();
  await db.query(`INSERT INTO users (username, email, password) VALUES ('ada', 'ada', '!')`);
  await db.query(
    `INSERT INTO debates (topic, user_id, verdict_status, verdict_attempt, verdict_run_at)
     VALUES ('Cats or dogs', 1, 'pending', 3, now() - interval '1 minute')`,
  );
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** A look for lost work, and the jobs that come of it; each is added when `adding` is over. */
const look = async (adding: () => Promise<unknown> = async () => undefined) => {
  const added: unknown[][] = [];
  const enqueue = async (...job: unknown[]) => {
    await adding();
    added.push(job);
  };
  await reconcileOnce({ db, enqueue, logger: testLogger, requestsInFlight: 5 });
  return added;
};
const LOST = [["judge-debate", { debateId: 1 }, { attempt: 3, priority: 0 }]];

test("of workers that look for lost work one does at a time, and the others do without", async () => {
  let meanwhile: unknown[][] | undefined;
  const first = await look(async () => (meanwhile = await look()));
  expect([first, meanwhile]).toEqual([LOST, []]);
  expect(await look()).toEqual(LOST);
});
