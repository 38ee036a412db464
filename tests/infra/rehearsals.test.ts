import { createPool } from "#infra/db/pool.ts";
import { rehearse as rehearseApi } from "#api/rehearse.ts";
import { rehearse as rehearseWorker } from "#worker/rehearse.ts";
import { freshDatabase, type TestDatabase, testLogger } from "../harness.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

it.each([
  ["an API", 5, rehearseApi({ adminsNeedSecondFactor: false })],
  ["an API whose admins need a second factor", 5, rehearseApi({ adminsNeedSecondFactor: true })],
  ["a worker", 6, rehearseWorker],
])("what %s asks for each turn is planned once a connection", async (_who, count, rehearse) => {
  const pool = createPool({ connectionString: database.url, max: 1, min: 1, rehearse }, testLogger);
  await pool.fill();
  const { rows } = await pool.query<{ generic_plans: string }>(
    `SELECT statement, generic_plans FROM pg_prepared_statements`,
  );
  expect(rows.filter(({ generic_plans: kept }) => Number(kept) === 0)).toEqual([]);
  expect(rows).toHaveLength(count);
  await pool.end();
});
