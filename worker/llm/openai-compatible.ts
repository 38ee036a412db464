import type { ProviderAccess } from "#infra/access.ts";
import type { Ending, ReplySchema, VendorStream } from "./chat-model.ts";
import { openAiClient } from "./openai-client.ts";
import type { Patience } from "./watched-fetch.ts";

const responseFormat = ({ name, schema }: ReplySchema) => ({
  type: "json_schema" as const,
  json_schema: { name, schema, strict: true },
});

/** Chat completions, of OpenAI, xAI, or any server that speaks their wire. */
export const openAiCompatible = (access: ProviderAccess, patience: Patience): VendorStream => {
  const client = openAiClient(access, patience);
  return async function* ({ system, user, maxTokens, schema }, signal) {
    const chunks = await client.chat.completions.create(
      {
        model: access.model,
        messages: [
          { role: "system", content: system },
          { role: "user", content: user },
        ],
        max_completion_tokens: maxTokens,
        stream: true,
        ...(schema && { response_format: responseFormat(schema) }),
      },
      { signal },
    );
    let ending: Ending = null;
    for await (const chunk of chunks) {
      // Compatible servers leave out, or put null, what the SDK's types promise.
      const choice = chunk.choices?.[0];
      if (choice?.delta?.content) yield choice.delta.content;
      if (choice?.delta?.refusal || choice?.finish_reason === "content_filter") return "refused";
      if (choice?.finish_reason) ending = "done";
    }
    return ending;
  };
};
