import type { ProviderConfig } from "#infra/service-config.ts";
import type { Env } from "#infra/env.ts";
import {
  PROVIDER_DEFINITIONS,
  PROVIDERS,
  type Provider,
  type ProviderProtocol,
} from "#shared/domain/provider.ts";
import type { ChatModel, ChatRequest, FinishReason, ServerModel } from "./chat-model.ts";
import { createClaudeStream } from "./vendors/claude.ts";
import { createOpenAiCompatibleStream } from "./vendors/openai-compatible.ts";
import type { VendorStream } from "./vendors/vendor-stream.ts";
import { UsageMeter } from "./usage-meter.ts";
import { ProviderError } from "./provider-error.ts";
import { toProviderError } from "./vendors/to-provider-error.ts";
import type { Timeouts } from "./http/fetch-with-timeouts.ts";
import { ServerAdaptations } from "./server-adaptations.ts";
import { streamAdapted } from "./stream-adapted.ts";
import { raiseTokenLimit } from "./wire-request.ts";
import { ReasoningStripper, ShownReasoningError } from "./replies/strip-reasoning.ts";

const ADAPTERS: Record<
  ProviderProtocol,
  (access: ProviderConfig, timeouts: Timeouts) => VendorStream
> = {
  openai: createOpenAiCompatibleStream,
  anthropic: createClaudeStream,
};

/** Maximum characters of a reply. A speech needs a tenth of it, a judgement less. */
const MAX_REPLY_CHARACTERS = 100_000;

/**
 * If a request with at least this token limit is cut off before its first word, later requests ask
 * for more tokens. Requests with a smaller limit, as in the model check, are expected to be cut
 * off.
 */
const MIN_SPEECH_TOKENS = 1000;

/**
 * Streams a vendor's reply without the model's reasoning, up to `MAX_REPLY_CHARACTERS` characters.
 */
const streamWithoutReasoning = async function* (
  reply: AsyncGenerator<string, FinishReason, void>,
  requestMeter: UsageMeter,
  stripper: ReasoningStripper,
  shown: { characters: number },
): AsyncGenerator<string, FinishReason, void> {
  try {
    for (;;) {
      const { value, done } = await reply.next();
      if (!done) requestMeter.recordText(value.length);
      const text = done ? stripper.end() : stripper.add(value);
      shown.characters += text.length;
      if (text !== "") yield text;
      if (done) return value;
      if (shown.characters > MAX_REPLY_CHARACTERS) return "cut";
    }
  } finally {
    await reply.return(null);
  }
};

const TEXT_AFTER_REASONING = {
  kind: "text_after_reasoning",
  reason: "The reply had an end of reasoning without a start.",
} as const;

const describeLargerOutput = ({ maxTokens }: ChatRequest) => ({
  kind: "larger_output" as const,
  reason: `The reply reached ${maxTokens} tokens before its first word.`,
  limit: raiseTokenLimit(maxTokens),
});

/** Adapts a vendor's stream to `ServerModel`: checks how the reply ended and maps errors. */
const toServerModel = (
  vendor: VendorStream,
  provider: Provider,
  access: ProviderConfig,
): ServerModel => {
  const adaptations = new ServerAdaptations();
  return {
    adaptations: () => adaptations.list(),
    async *stream(request, signal) {
      const requestMeter = new UsageMeter(request.system.length + request.user.length);
      await request.meter?.admit({ provider, model: access.model }, requestMeter);
      const reply = streamAdapted(
        (wire) => vendor(wire, signal, requestMeter),
        request,
        adaptations,
        access.apiKey,
      );
      const waitsForEnd =
        request.isReadAtEnd === true || adaptations.current.has("text_after_reasoning");
      const stripper = new ReasoningStripper({ waitsForEnd });
      const shown = { characters: 0 };
      const { label } = access;
      try {
        const ending = yield* streamWithoutReasoning(reply, requestMeter, stripper, shown);
        // The SDKs end an aborted stream as if it were complete, so this checks the signal.
        signal.throwIfAborted();
        const hasText = shown.characters > 0;
        if (ending === "refused") throw new ProviderError("refused", label);
        if (ending === null)
          throw new ProviderError("interrupted", label, hasText ? {} : { failureKey: "no reply" });
        const isTooShort = !hasText && request.maxTokens >= MIN_SPEECH_TOKENS;
        if (ending === "cut" && isTooShort) adaptations.add(describeLargerOutput(request));
        return ending === "cut" ? ending : undefined;
      } catch (err) {
        signal.throwIfAborted();
        if (!(err instanceof ShownReasoningError))
          throw toProviderError(err, access, { hasText: shown.characters > 0 });
        adaptations.add(TEXT_AFTER_REASONING);
        // A retry starts the reply again, so the text that was received so far is discarded.
        throw new ProviderError("interrupted", label, { isUnusableReply: true, detail: err.name });
      }
    },
  };
};

export type ChatModels = ReadonlyMap<Provider, ChatModel>;
export type ServerModels = ReadonlyMap<Provider, ServerModel>;

export const createChatModels = ({
  providers,
  providerTimeouts,
}: Pick<Env, "providers" | "providerTimeouts">): ServerModels => {
  const models = new Map<Provider, ServerModel>();
  for (const provider of PROVIDERS) {
    const access = providers[provider];
    if (!access) continue;
    const vendor = ADAPTERS[PROVIDER_DEFINITIONS[provider].protocol](access, providerTimeouts);
    models.set(provider, toServerModel(vendor, provider, access));
  }
  return models;
};
