import { z } from "zod";
import { SEARCH_MAX } from "../domain/search.ts";

export const MAX_PER_PAGE = 50;

/** A number as it stands in a query string. */
export const QueryNumber = (min: number, max: number, fallback: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

/** What is looked for, anywhere in the text and in any case of letters. */
export const SearchText = z.string().trim().max(SEARCH_MAX).default("");

/** Which page of a list: every list takes these. */
export const paging = {
  page: QueryNumber(1, 100_000, 1),
  perPage: QueryNumber(1, MAX_PER_PAGE, 20),
};
