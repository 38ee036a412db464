import { z } from "zod";
import data from "./categories.json" with { type: "json" };

const BASE_SCORE = 0.001;

/**
 * Patterns, and the scores that a matching text gets. There are just enough of them to try out
 * moderation.
 */
const PATTERNS = z
  .array(z.strictObject({ pattern: z.string(), scores: z.record(z.string(), z.number()) }))
  .parse(data.patterns)
  .map(({ pattern, scores }) => ({ pattern: new RegExp(pattern, "i"), scores }));

/** Returns the scores of all categories, from 0 to 1. */
export const scoreCategories = (text: string): Record<string, number> => {
  const found = PATTERNS.filter(({ pattern }) => pattern.test(text));
  const scoreOf = (category: string): number =>
    Math.max(BASE_SCORE, ...found.map(({ scores }) => scores[category] ?? 0));
  return Object.fromEntries(data.categories.map((category) => [category, scoreOf(category)]));
};
