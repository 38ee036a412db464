import { z } from "zod";
import { waitUntil } from "../models/paced-stream.ts";
import { type VendorEndpoint, waitForHangUp } from "../vendor-api.ts";
import { scoreCategories } from "./category-scores.ts";

/** Score from which the fake flags a category. The product may use the scores instead. */
const FLAGGED_THRESHOLD = 0.5;

const buildResult = (text: string, forcedScores: Record<string, number>) => {
  const scores = { ...scoreCategories(text), ...forcedScores };
  const mapScores = <T>(getValue: (score: number) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(scores).map(([name, score]) => [name, getValue(score)]));
  return {
    flagged: Object.values(scores).some((score) => score >= FLAGGED_THRESHOLD),
    categories: mapScores((score) => score >= FLAGGED_THRESHOLD),
    category_scores: scores,
    category_applied_input_types: mapScores(() => ["text"]),
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
