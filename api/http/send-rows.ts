import type { Response } from "express";
import type { ListPage } from "#shared/contract/page.ts";

/** A page of a list as the answer: its rows, and in a header how many there are on all pages. */
export const sendRows = <Row>(res: Response, { rows, total }: ListPage<Row>): Row[] => {
  res.set("X-Total-Count", String(total));
  return rows;
};
