import OpenAI from "openai";
import { z } from "zod";
import type { ProviderConfig } from "#infra/service-config.ts";
import type { ChatRequest, FinishReason, ReplySchema, VendorStream } from "../chat-model.ts";
import { createOpenAiClient } from "./openai-client.ts";
import type { UsageMeter } from "../usage-meter.ts";
import { TokenCount } from "./token-count.ts";
import { extractText, MessageContent } from "./message-content.ts";
import { readVendorReply } from "./read-vendor-reply.ts";
import type { Timeouts } from "../http/fetch-with-timeouts.ts";

const buildResponseFormat = ({ name, schema }: ReplySchema) => ({
  type: "json_schema" as const,
  json_schema: { name, schema, strict: true },
});

const Message = z
  .object({ content: MessageContent, refusal: MessageContent })
  .nullish()
  .catch(null);
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
    .object({ prompt_tokens: TokenCount, completion_tokens: TokenCount })
    .nullish()
    .catch(null),
});

const FINISH_REASONS: Record<string, FinishReason> = { content_filter: "refused", length: "cut" };

/** Parameters that OpenAI requires and some compatible servers reject. */
const OPTIONAL_FIELDS = ["max_completion_tokens", "stream_options"] as const;
type OptionalField = (typeof OPTIONAL_FIELDS)[number];

const isFieldRefused = (err: unknown, field: OptionalField): boolean =>
  err instanceof OpenAI.APIError && (err.status === 400 || err.status === 422)
    ? String(err).includes(field)
    : false;

/** Chat completions of OpenAI, xAI or any compatible server. */
export const createOpenAiCompatibleStream = (
  access: ProviderConfig,
  patience: Timeouts,
): VendorStream => {
  const client = createOpenAiClient(access, patience);
  const refused = new Set<OptionalField>();
  const ask = (
    { system, user, maxTokens, schema }: ChatRequest,
    without: ReadonlySet<OptionalField>,
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
          ...(schema && { response_format: buildResponseFormat(schema) }),
        },
        { signal },
      )
      .asResponse();
  /** Retries without a parameter that the server rejects, and omits it in all later requests. */
  const askAsUnderstood = async (
    request: ChatRequest,
    signal: AbortSignal,
    tally: UsageMeter,
  ): Promise<Response> => {
    const without = new Set(refused);
    try {
      tally.ask();
      return await ask(request, without, signal);
    } catch (err) {
      const field = OPTIONAL_FIELDS.find((each) => !without.has(each) && isFieldRefused(err, each));
      if (field === undefined) throw err;
      refused.add(field);
      return askAsUnderstood(request, signal, tally);
    }
  };
  return async function* (request, signal, tally) {
    const response = await askAsUnderstood(request, signal, tally);
    tally.answered();
    return yield* readVendorReply(response, (event) => {
      const { choices, error, usage } = Chunk.safeParse(event).data ?? {};
      tally.tell({ input: usage?.prompt_tokens, output: usage?.completion_tokens });
      if (error) throw new OpenAI.APIError(undefined, error, undefined, response.headers);
      const [choice] = choices ?? [];
      const message = choice?.delta ?? choice?.message;
      const reason =
        extractText(message?.refusal) === "" ? choice?.finish_reason : "content_filter";
      const ending = reason ? (FINISH_REASONS[reason] ?? "done") : null;
      return { text: extractText(message?.content), ending };
    });
  };
};
