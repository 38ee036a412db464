import type { z } from "zod";
import type { ChatModel, ChatRequest } from "./chat-model.ts";

/** A reply that cannot be read is asked for once more. */
const TRIES = 2;

const readWhole = async (text: AsyncIterable<string>): Promise<string> => {
  let whole = "";
  for await (const piece of text) whole += piece;
  return whole;
};

/** The JSON object in a reply: models without a schema like to wrap it in prose or a code fence. */
const parseJson = (reply: string): unknown => {
  try {
    return JSON.parse(reply.slice(reply.indexOf("{"), reply.lastIndexOf("}") + 1));
  } catch {
    return undefined; // not JSON is an answer here: the caller's schema refuses it
  }
};

/**
 * Asks for a reply of the given shape. Null when the model twice did not give one; throws a
 * `ProviderError` when it could not be asked.
 */
export const completeStructured = async <T>(
  model: ChatModel,
  request: ChatRequest,
  shape: z.ZodType<T>,
  signal: AbortSignal,
): Promise<T | null> => {
  for (let tries = 0; tries < TRIES; tries++) {
    const reply = await readWhole(model.stream(request, signal));
    const parsed = shape.safeParse(parseJson(reply));
    if (parsed.success) return parsed.data;
  }
  return null;
};
