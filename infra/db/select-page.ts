import type { ListPage } from "#shared/contract/page.ts";
import { select, type Sql } from "./sql.ts";

interface Statement {
  text: string;
  values: unknown[];
}

export interface PageStatements {
  rows: Statement;
  total: Statement;
}

export const selectPage = async <Row>(
  sql: Sql,
  { rows, total }: PageStatements,
): Promise<ListPage<Row>> => {
  const [found, [counted]] = await Promise.all([
    select<Row>(sql, rows.text, rows.values),
    select<{ total: number }>(sql, total.text, total.values),
  ]);
  return { rows: found, total: counted?.total ?? 0 };
};
