import type { ChatModel } from "./chat-model.ts";
import { ProviderError } from "./provider-error.ts";

/**
 * Not every compatible server takes a schema. One that refuses the request is asked again without,
 * and never again with: prompts that want JSON say so in words too.
 */
export const withoutSchemaIfRefused = (model: ChatModel): ChatModel => {
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
