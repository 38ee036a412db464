import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { createRequestId, sendFault, sendJson } from "../responses.ts";
import type { Fault, FaultInjector } from "../fault-injector.ts";
import { waitUntil } from "../models/paced-stream.ts";
import { openAiProtocol } from "../models/protocols/openai-protocol.ts";
import type { RecordedRequests } from "../recorded-requests.ts";
import { scoreCategories } from "./category-scores.ts";

export interface FakeModerationDeps {
  faults: FaultInjector;
  requests: RecordedRequests;
}

const ModerationRequest = z.looseObject({
  model: z.string(),
  input: z.union([z.string(), z.array(z.string()).min(1)]),
});

/** Score from which the fake flags a category. The product may use the scores instead. */
const FLAGGED_THRESHOLD = 0.5;

const buildResult = (text: string, { effect }: Fault) => {
  const scores = { ...scoreCategories(text), ...(effect === "flag" && { hate: 0.99 }) };
  const entries = Object.entries(scores);
  return {
    flagged: entries.some(([, score]) => score >= FLAGGED_THRESHOLD),
    categories: Object.fromEntries(
      entries.map(([name, score]) => [name, score >= FLAGGED_THRESHOLD]),
    ),
    category_scores: scores,
    category_applied_input_types: Object.fromEntries(entries.map(([name]) => [name, ["text"]])),
  };
};

/**
 * Responds to a moderation request as OpenAI would, or with a fault. A fault's `firstTokenMs`
 * delays the response. Throws a `ZodError` for an invalid request.
 */
export const handleModeration = async (
  { faults, requests }: FakeModerationDeps,
  request: IncomingMessage,
  body: unknown,
  response: ServerResponse,
): Promise<void> => {
  const startedAt = performance.now();
  const { model, input } = ModerationRequest.parse(body);
  const texts = [input].flat();
  const fault = faults.take("moderation", "moderation", texts.join("\n"));
  const hangup = new AbortController();
  response.on("close", () => hangup.abort());
  const record = requests.begin("moderation", "moderation", request, body);
  record.outcome = fault.effect === "status" || fault.effect === "stall" ? "broken" : "finished";
  if (fault.effect === "stall")
    return new Promise((resolve) => hangup.signal.addEventListener("abort", () => resolve()));
  await waitUntil(startedAt + (fault.firstTokenMs ?? 0), hangup.signal);
  if (fault.effect === "status") return sendFault(openAiProtocol, response, fault);
  const id = createRequestId();
  const results = texts.map((text) => buildResult(text, fault));
  const answer = fault.effect === "empty" ? { id, model } : { id: `modr-${id}`, model, results };
  sendJson(response, 200, answer, openAiProtocol.headers(id));
};
