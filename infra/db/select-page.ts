import type { ListPage } from "#shared/contract/page.ts";
import { selectRows, type Sql } from "./sql.ts";

interface PageStatement {
  text: string;
  values: unknown[];
}

export interface PageStatements {
  rows: PageStatement;
  total: PageStatement;
}

export const selectPage = async <Row>(
  sql: Sql,
  { rows, total }: PageStatements,
): Promise<ListPage<Row>> => {
  const [found, [counted]] = await Promise.all([
    selectRows<Row>(sql, rows.text, rows.values),
    selectRows<{ total: number }>(sql, total.text, total.values),
  ]);
  return { rows: found, total: counted?.total ?? 0 };
};
