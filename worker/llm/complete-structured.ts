import type { z } from "zod";
import type { ChatModel, ChatReply, ChatRequest } from "./chat-model.ts";
import { raiseTokenLimit } from "./wire-request.ts";
import { extractJsonObjects } from "./replies/extract-json-objects.ts";

/** A reply that cannot be parsed is requested once more. */
const MAX_TRIES = 2;

const readAll = async (reply: ChatReply): Promise<{ text: string; isCut: boolean }> => {
  let text = "";
  for (;;) {
    const { value, done } = await reply.next();
    if (done) return { text, isCut: value === "cut" };
    text += value;
  }
};

/**
 * Finds the objects in a reply, and those that are a field of one. Models that ignore a schema often
 * wrap their answer, as in `{"name": "verdict", "arguments": {…}}`.
 */
const findObjects = (text: string): object[] =>
  extractJsonObjects(text).flatMap((object) =>
    [object, ...Object.values(object ?? {})].filter(
      (each: unknown): each is object => typeof each === "object" && each !== null,
    ),
  );

interface StructuredReplyOptions<T> {
  shape: z.ZodType<T>;
  /**
   * Whether a valid reply is good. If the first reply is not good, a second one is requested, and
   * used if it is good.
   */
  isGood?: (reply: T) => boolean;
}

/**
 * Requests a reply of the given shape. Returns null if both tries gave none. Throws a
 * `ProviderError` if the request failed.
 */
export const completeStructured = async <T>(
  model: ChatModel,
  request: ChatRequest,
  { shape, isGood = () => true }: StructuredReplyOptions<T>,
  signal: AbortSignal,
): Promise<T | null> => {
  let first: T | null = null;
  let { maxTokens, schema } = request;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    try {
      const next = { ...request, maxTokens, schema, isReadAtEnd: true };
      const { text, isCut } = await readAll(model.stream(next, signal));
      if (isCut) maxTokens = raiseTokenLimit(maxTokens);
      const objects = findObjects(text);
      // Some servers answer a schema with nothing but spaces, or put the answer into the reasoning.
      if (objects.length === 0) schema = null;
      for (const object of objects) {
        const { data } = shape.safeParse(object);
        if (data !== undefined && isGood(data)) return data;
        first ??= data ?? null;
      }
    } catch (err) {
      signal.throwIfAborted();
      // The reply of the first try is already paid, so it is used even if the second try fails.
      if (first === null) throw err;
    }
  }
  return first;
};
