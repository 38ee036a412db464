import { z } from "zod";
import { SEARCH_MAX } from "../domain/search.ts";

export const MAX_PER_PAGE = 50;

export const QueryNumber = (min: number, max: number, fallback: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

/** A search text, matched anywhere and regardless of case. */
export const SearchText = z.string().trim().max(SEARCH_MAX).default("");

export const paging = {
  page: QueryNumber(1, 100_000, 1),
  perPage: QueryNumber(1, MAX_PER_PAGE, 20),
};
