import { COMMAND_CONNECTIONS, createDataSource } from "#infra/db/connection/data-source.ts";
import { selectRows } from "#infra/db/sql.ts";
import { createTestDatabase } from "../harness.ts";

test("statements with parameters in a transaction are prepared once per connection", async () => {
  const database = await createTestDatabase();
  const db = await createDataSource(database.url, COMMAND_CONNECTIONS).initialize();
  const add = (id: number) => db.transaction((tx) => tx.query("SELECT $1::int + 1 AS sum", [id]));
  expect([await add(1), await add(2)]).toEqual([[{ sum: 2 }], [{ sum: 3 }]]);
  const kept = await selectRows<{ statement: string }>(
    db,
    "SELECT statement FROM pg_prepared_statements",
  );
  expect(kept.filter(({ statement }) => statement.includes("AS sum"))).toHaveLength(1);
  expect(kept.filter(({ statement }) => statement.includes("TRANSACTION"))).toEqual([]);
  await db.destroy();
  await database.drop();
});
