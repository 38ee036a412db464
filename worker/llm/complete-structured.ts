import type { z } from "zod";
import type { ChatModel, ChatRequest } from "./chat-model.ts";
import { jsonObjects } from "./json-objects.ts";

/** A reply that cannot be read is asked for once more. */
const TRIES = 2;

const readWhole = async (text: AsyncIterable<string>): Promise<string> => {
  let whole = "";
  for await (const piece of text) whole += piece;
  return whole;
};

/** What is wanted of a reply. */
interface Wanted<T> {
  shape: z.ZodType<T>;
  /** What is not good enough is asked for once more, and taken if nothing better comes. */
  isGood?: (reply: T) => boolean;
}

/**
 * Asks for a reply of the given shape. Null when the model twice did not give one; throws a
 * `ProviderError` when it could not be asked.
 */
export const completeStructured = async <T>(
  model: ChatModel,
  request: ChatRequest,
  { shape, isGood = () => true }: Wanted<T>,
  signal: AbortSignal,
): Promise<T | null> => {
  let first: T | null = null;
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      const reply = await readWhole(model.stream(request, signal));
      for (const object of jsonObjects(reply)) {
        const { data } = shape.safeParse(object);
        if (data !== undefined && isGood(data)) return data;
        first ??= data ?? null;
      }
    } catch (err) {
      signal.throwIfAborted();
      // Better something that was paid for than the same again.
      if (first === null) throw err;
    }
  }
  return first;
};
