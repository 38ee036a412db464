import OpenAI from "openai";
import { z } from "zod";
import type { ProviderAccess } from "#infra/access.ts";
import type { ChatRequest, Ending, ReplySchema, VendorStream } from "./chat-model.ts";
import { openAiClient } from "./openai-client.ts";
import type { Tally } from "./meter.ts";
import { VendorCount } from "./vendor-count.ts";
import { textOf, VendorText } from "./vendor-text.ts";
import { vendorReply } from "./vendor-reply.ts";
import type { Patience } from "./watched-fetch.ts";

const responseFormat = ({ name, schema }: ReplySchema) => ({
  type: "json_schema" as const,
  json_schema: { name, schema, strict: true },
});

const Message = z.object({ content: VendorText, refusal: VendorText }).nullish().catch(null);
/**
 * The fields that matter of a chunk or a whole response. Compatible servers omit or null fields
 * that OpenAI promises.
 */
const Chunk = z.object({
  choices: z
    .array(z.object({ delta: Message, message: Message, finish_reason: z.string().nullish() }))
    .nullish()
    .catch(null),
  error: z
    .union([z.looseObject({}), z.string().transform((message) => ({ message }))])
    .nullish()
    .catch(null),
  usage: z
    .object({ prompt_tokens: VendorCount, completion_tokens: VendorCount })
    .nullish()
    .catch(null),
});

const ENDINGS: Record<string, Ending> = { content_filter: "refused", length: "cut" };

/** Parameters that OpenAI requires and some compatible servers reject. */
const NOT_FOR_ALL = ["max_completion_tokens", "stream_options"] as const;
type NotForAll = (typeof NOT_FOR_ALL)[number];

const refuses = (err: unknown, field: NotForAll): boolean =>
  err instanceof OpenAI.APIError && (err.status === 400 || err.status === 422)
    ? String(err).includes(field)
    : false;

/** Chat completions of OpenAI, xAI or any compatible server. */
export const openAiCompatible = (access: ProviderAccess, patience: Patience): VendorStream => {
  const client = openAiClient(access, patience);
  const refused = new Set<NotForAll>();
  const ask = (
    { system, user, maxTokens, schema }: ChatRequest,
    without: ReadonlySet<NotForAll>,
    signal: AbortSignal,
  ) =>
    client.chat.completions
      .create(
        {
          model: access.model,
          messages: [
            { role: "system", content: system },
            { role: "user", content: user },
          ],
          [without.has("max_completion_tokens") ? "max_tokens" : "max_completion_tokens"]:
            maxTokens,
          stream: true,
          ...(!without.has("stream_options") && { stream_options: { include_usage: true } }),
          ...(schema && { response_format: responseFormat(schema) }),
        },
        { signal },
      )
      .asResponse();
  /** Retries without a parameter that the server rejects, and omits it in all later requests. */
  const askAsUnderstood = async (
    request: ChatRequest,
    signal: AbortSignal,
    tally: Tally,
  ): Promise<Response> => {
    const without = new Set(refused);
    try {
      tally.ask();
      return await ask(request, without, signal);
    } catch (err) {
      const field = NOT_FOR_ALL.find((each) => !without.has(each) && refuses(err, each));
      if (field === undefined) throw err;
      refused.add(field);
      return askAsUnderstood(request, signal, tally);
    }
  };
  return async function* (request, signal, tally) {
    const response = await askAsUnderstood(request, signal, tally);
    tally.answered();
    return yield* vendorReply(response, (event) => {
      const { choices, error, usage } = Chunk.safeParse(event).data ?? {};
      tally.tell({ input: usage?.prompt_tokens, output: usage?.completion_tokens });
      if (error) throw new OpenAI.APIError(undefined, error, undefined, response.headers);
      const [choice] = choices ?? [];
      const message = choice?.delta ?? choice?.message;
      const reason = textOf(message?.refusal) === "" ? choice?.finish_reason : "content_filter";
      const ending = reason ? (ENDINGS[reason] ?? "done") : null;
      return { text: textOf(message?.content), ending };
    });
  };
};
