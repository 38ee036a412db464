import OpenAI from "openai";
import { z } from "zod";
import type { ProviderAccess } from "#infra/access.ts";
import type { ChatRequest, Ending, ReplySchema, VendorStream } from "./chat-model.ts";
import { openAiClient } from "./openai-client.ts";
import { textOf, VendorText } from "./vendor-text.ts";
import { vendorEvents } from "./vendor-events.ts";
import type { Patience } from "./watched-fetch.ts";

const responseFormat = ({ name, schema }: ReplySchema) => ({
  type: "json_schema" as const,
  json_schema: { name, schema, strict: true },
});

const Message = z.object({ content: VendorText, refusal: VendorText }).nullish().catch(null);
/** A chunk, or a whole answer. Compatible servers leave out, or put null, what OpenAI promises. */
const Chunk = z.object({
  choices: z
    .array(z.object({ delta: Message, message: Message, finish_reason: z.string().nullish() }))
    .nullish()
    .catch(null),
  error: z
    .union([z.looseObject({}), z.string().transform((message) => ({ message }))])
    .nullish()
    .catch(null),
});

/** What servers call the cap on tokens: the name of today, and the one that others still have. */
type Cap = "max_completion_tokens" | "max_tokens";

const refusesCap = (err: unknown, cap: Cap): boolean =>
  err instanceof OpenAI.APIError && (err.status === 400 || err.status === 422)
    ? String(err).includes(cap)
    : false;

/** Chat completions, of OpenAI, xAI, or any server that speaks their wire. */
export const openAiCompatible = (access: ProviderAccess, patience: Patience): VendorStream => {
  const client = openAiClient(access, patience);
  let cap: Cap = "max_completion_tokens";
  const ask = ({ system, user, maxTokens, schema }: ChatRequest, signal: AbortSignal) =>
    client.chat.completions
      .create(
        {
          model: access.model,
          messages: [
            { role: "system", content: system },
            { role: "user", content: user },
          ],
          [cap]: maxTokens,
          stream: true,
          ...(schema && { response_format: responseFormat(schema) }),
        },
        { signal },
      )
      .asResponse();
  const askWithEitherCap = async (request: ChatRequest, signal: AbortSignal): Promise<Response> => {
    try {
      return await ask(request, signal);
    } catch (err) {
      if (cap === "max_tokens" || !refusesCap(err, cap)) throw err;
      cap = "max_tokens";
      return ask(request, signal);
    }
  };
  return async function* (request, signal) {
    const response = await askWithEitherCap(request, signal);
    let ending: Ending = null;
    try {
      for await (const { body } of vendorEvents(response)) {
        const { choices, error } = Chunk.safeParse(body).data ?? {};
        if (error) throw new OpenAI.APIError(undefined, error, undefined, response.headers);
        const [choice] = choices ?? [];
        const message = choice?.delta ?? choice?.message;
        const text = textOf(message?.content);
        if (text !== "") yield text;
        const reason = choice?.finish_reason;
        if (textOf(message?.refusal) !== "" || reason === "content_filter") return "refused";
        if (reason) ending = reason === "length" ? "cut" : "done";
      }
    } catch (err) {
      // Whatever goes wrong after the model's last word costs no word.
      if (ending === null) throw err;
    }
    return ending;
  };
};
