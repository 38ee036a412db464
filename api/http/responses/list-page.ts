import type { Response } from "express";
import type { ListPage } from "#shared/contract/page.ts";

/** Returns the rows of a page, and sets the total of all pages in a header. */
export const withTotalCount = <Row>(res: Response, { rows, total }: ListPage<Row>): Row[] => {
  res.set("X-Total-Count", String(total));
  return rows;
};
