import { createDataSource, PRODUCT } from "#infra/db/data-source.ts";
import { select } from "#infra/db/sql.ts";
import { freshDatabase } from "../harness.ts";

test("a transaction's statements with parameters are parsed and planned once a connection", async () => {
  const database = await freshDatabase();
  const db = await createDataSource(database.url, { ...PRODUCT, poolSize: 1 }).initialize();
  const add = (id: number) => db.transaction((tx) => tx.query("SELECT $1::int + 1 AS sum", [id]));
  expect([await add(1), await add(2)]).toEqual([[{ sum: 2 }], [{ sum: 3 }]]);
  const kept = await select<{ statement: string; custom_plans: string }>(
    db,
    "SELECT statement, custom_plans FROM pg_prepared_statements",
  );
  const ofOurs = kept.filter(({ statement }) => statement.includes("AS sum"));
  expect(ofOurs).toMatchObject([{ custom_plans: "0" }]);
  expect(kept.filter(({ statement }) => statement.includes("TRANSACTION"))).toEqual([]);
  await db.destroy();
  await database.drop();
});
