import { z } from "zod";
import { waitUntil } from "../models/paced-stream.ts";
import { type VendorEndpoint, waitForHangUp } from "../vendor-api.ts";
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

/** Score from which the fake flags a category. The product may use the scores instead. */
const FLAGGED_THRESHOLD = 0.5;

const buildResult = (text: string, forcedScores: Record<string, number>) => {
  const scores = { ...scoreCategories(text), ...forcedScores };
  const flags = Object.entries(scores).map(([name, score]): [string, boolean] => [
    name,
    score >= FLAGGED_THRESHOLD,
  ]);
  return {
    flagged: flags.some(([, isFlagged]) => isFlagged),
    categories: Object.fromEntries(flags),
    category_scores: scores,
  };
};

const ModerationRequest = z.looseObject({
  model: z.string(),
  input: z.union([z.string(), z.array(z.string()).min(1)]).transform((input) => [input].flat()),
});

/** OpenAI's moderation. A fault's `firstTokenMs` delays the response. */
export const MODERATION_ENDPOINT: VendorEndpoint<z.infer<typeof ModerationRequest>> = {
  vendor: "moderation",
  input: ModerationRequest,
  describe: ({ input }) => ({ kind: "moderation", text: input.join("\n") }),
  async answer({ model, input }, exchange) {
    const { fault, record, response, start, signal } = exchange;
    if (fault.effect === "stall") {
      await waitForHangUp(exchange);
      return "broken";
    }
    await waitUntil(start + (fault.firstTokenMs ?? 0), signal);
    const forcedScores = fault.effect === "flag" ? { hate: 0.99 } : {};
    const results = input.map((text) => buildResult(text, forcedScores));
    const id = `modr-${record.id}`;
    response.json(fault.effect === "empty" ? { id, model } : { id, model, results });
    return "finished";
  },
};
