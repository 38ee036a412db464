import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { newRequestId, sendFailure, sendJson } from "../answer.ts";
import type { Fault, Faults } from "../faults.ts";
import { waitUntil } from "../models/paced-stream.ts";
import { openAiWire } from "../models/wires/openai.ts";
import type { RecordedRequests } from "../recorded-requests.ts";
import { scoresOf } from "./category-scores.ts";

export interface ModerationDesk {
  faults: Faults;
  requests: RecordedRequests;
}

const Request = z.looseObject({
  model: z.string(),
  input: z.union([z.string(), z.array(z.string()).min(1)]),
});

/** Score from which the vendor flags a category itself; callers may use the scores instead. */
const FLAGGED = 0.5;

const result = (text: string, { effect }: Fault) => {
  const scores = { ...scoresOf(text), ...(effect === "flag" && { hate: 0.99 }) };
  const entries = Object.entries(scores);
  return {
    flagged: entries.some(([, score]) => score >= FLAGGED),
    categories: Object.fromEntries(entries.map(([name, score]) => [name, score >= FLAGGED])),
    category_scores: scores,
    category_applied_input_types: Object.fromEntries(entries.map(([name]) => [name, ["text"]])),
  };
};

/**
 * Responds to a moderation request like OpenAI, or with a fault; `firstTokenMs` delays the
 * response. Throws a `ZodError` for an invalid request.
 */
export const answerModeration = async (
  { faults, requests }: ModerationDesk,
  request: IncomingMessage,
  body: unknown,
  response: ServerResponse,
): Promise<void> => {
  const startedAt = performance.now();
  const { model, input } = Request.parse(body);
  const texts = [input].flat();
  const fault = faults.take("moderation", "moderation", texts.join("\n"));
  const hangup = new AbortController();
  response.on("close", () => hangup.abort());
  const record = requests.begin("moderation", "moderation", request, body);
  record.outcome = fault.effect === "status" || fault.effect === "stall" ? "broken" : "finished";
  if (fault.effect === "stall")
    return new Promise((resolve) => hangup.signal.addEventListener("abort", () => resolve()));
  await waitUntil(startedAt + (fault.firstTokenMs ?? 0), hangup.signal);
  if (fault.effect === "status") return sendFailure(openAiWire, response, fault);
  const id = newRequestId();
  const results = texts.map((text) => result(text, fault));
  const answer = fault.effect === "empty" ? { id, model } : { id: `modr-${id}`, model, results };
  sendJson(response, 200, answer, openAiWire.headers(id));
};
