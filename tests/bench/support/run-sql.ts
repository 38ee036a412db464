import { Client } from "pg";
import type { TestBackend } from "#tests/harness.ts";

export const runSql = async <Row extends object>(
  { database }: TestBackend,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> => {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
};
