import { z } from "zod";
import { SEARCH_MAX_CHARACTERS } from "../domain/search.ts";

export const MAX_PER_PAGE = 50;

export const queryNumber = (min: number, max: number, fallback: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

/** A search text, matched anywhere and regardless of case. */
export const SearchText = z.string().trim().max(SEARCH_MAX_CHARACTERS).default("");

export const pagingFields = {
  page: queryNumber(1, 100_000, 1),
  perPage: queryNumber(1, MAX_PER_PAGE, 20),
};
