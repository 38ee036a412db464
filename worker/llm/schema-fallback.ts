import type { ChatModel } from "./chat-model.ts";
import { ProviderError } from "./provider-error.ts";

/**
 * Falls back to requests without a schema if the server rejects one, and remembers that. The
 * prompts ask for JSON in words too.
 */
export const withSchemaFallback = (model: ChatModel): ChatModel => {
  let refusesSchemas = false;
  return {
    async *stream(request, signal) {
      const plain = { ...request, schema: null };
      const wanted = refusesSchemas ? plain : request;
      try {
        return yield* model.stream(wanted, signal);
      } catch (err) {
        const isRejected = err instanceof ProviderError && err.code === "rejected";
        if (!isRejected || wanted.schema === null) throw err;
        const ending = yield* model.stream(plain, signal);
        refusesSchemas = true;
        return ending;
      }
    },
  };
};
