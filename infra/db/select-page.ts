import type { ListPage } from "#shared/contract/page.ts";
import { select, type Sql } from "./sql.ts";

interface Statement {
  text: string;
  values: unknown[];
}

/** The statements behind a page of a list: its rows, and the `total` on all pages. */
export interface PageStatements {
  rows: Statement;
  total: Statement;
}

/** A page of a list, as its statements have it. */
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
