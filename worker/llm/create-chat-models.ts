import type { ProviderConfig } from "#infra/service-config.ts";
import type { Env } from "#infra/env.ts";
import {
  PROVIDER_DEFINITIONS,
  PROVIDERS,
  type Provider,
  type ProviderProtocol,
} from "#shared/domain/provider.ts";
import type { ChatModel, FinishReason, ServerModel } from "./chat-model.ts";
import { createClaudeStream } from "./vendors/claude.ts";
import { createOpenAiCompatibleStream } from "./vendors/openai-compatible.ts";
import type { VendorStream } from "./vendors/vendor-stream.ts";
import { UsageMeter } from "./usage-meter.ts";
import { ProviderError } from "./provider-error.ts";
import { toProviderError } from "./vendors/to-provider-error.ts";
import type { Timeouts } from "./http/fetch-with-timeouts.ts";
import { ServerAdaptations } from "./server-adaptations.ts";
import { streamAdapted } from "./stream-adapted.ts";
import { ReasoningStripper } from "./replies/strip-reasoning.ts";

const ADAPTERS: Record<
  ProviderProtocol,
  (access: ProviderConfig, timeouts: Timeouts) => VendorStream
> = {
  openai: createOpenAiCompatibleStream,
  anthropic: createClaudeStream,
};

/** Maximum characters of a reply. A speech needs a tenth of it, a judgement less. */
const MAX_REPLY_CHARACTERS = 100_000;

/** Streams a vendor's reply without the model's reasoning, up to `MAX_REPLY_CHARACTERS` characters. */
const streamWithoutReasoning = async function* (
  reply: ReturnType<VendorStream>,
  tally: UsageMeter,
): AsyncGenerator<string, FinishReason, void> {
  const stripper = new ReasoningStripper();
  let length = 0;
  try {
    for (;;) {
      const { value, done } = await reply.next();
      if (!done) tally.wrote(value.length);
      const text = done ? stripper.end() : stripper.add(value);
      length += text.length;
      if (text !== "") yield text;
      if (done) return value;
      if (length > MAX_REPLY_CHARACTERS) return "cut";
    }
  } finally {
    await reply.return(null);
  }
};

/** Adapts a vendor's stream to `ChatModel`: checks how it ended and maps its errors. */
const toServerModel = (
  vendor: VendorStream,
  provider: Provider,
  access: ProviderConfig,
): ServerModel => {
  const adaptations = new ServerAdaptations();
  return {
    adaptations: () => adaptations.list(),
    async *stream(request, signal) {
      const tally = new UsageMeter(request.system.length + request.user.length);
      await request.meter?.admit({ provider, model: access.model }, tally);
      const reply = streamAdapted(
        (wire) => vendor(wire, signal, tally),
        request,
        adaptations,
        access.apiKey,
      );
      try {
        const ending = yield* streamWithoutReasoning(reply, tally);
        // The SDKs end an aborted stream as if it were complete.
        signal.throwIfAborted();
        if (ending === "refused") throw new ProviderError("refused", access.label);
        if (ending === null) throw new ProviderError("interrupted", access.label);
        return ending === "cut" ? ending : undefined;
      } catch (err) {
        signal.throwIfAborted();
        throw toProviderError(err, access);
      }
    },
  };
};

export type ChatModels = ReadonlyMap<Provider, ChatModel>;

export const createChatModels = ({
  providers,
  patience,
}: Pick<Env, "providers" | "patience">): ReadonlyMap<Provider, ServerModel> => {
  const models = new Map<Provider, ServerModel>();
  for (const provider of PROVIDERS) {
    const access = providers[provider];
    if (!access) continue;
    const vendor = ADAPTERS[PROVIDER_DEFINITIONS[provider].protocol](access, patience);
    models.set(provider, toServerModel(vendor, provider, access));
  }
  return models;
};
