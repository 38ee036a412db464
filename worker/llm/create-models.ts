import type { ProviderAccess } from "#infra/access.ts";
import type { Env } from "#infra/env.ts";
import { PROVIDER_FACTS, PROVIDERS, type Provider, type Wire } from "#shared/domain/provider.ts";
import type { ChatModel, VendorStream } from "./chat-model.ts";
import { claude } from "./claude.ts";
import { openAiCompatible } from "./openai-compatible.ts";
import { ProviderError } from "./provider-error.ts";
import { toProviderError } from "./to-provider-error.ts";
import { PATIENCE, type Patience } from "./watched-fetch.ts";
import { withoutSchemaIfRefused } from "./without-schema.ts";

const CLIENT: Record<Wire, (access: ProviderAccess, patience: Patience) => VendorStream> = {
  openai: openAiCompatible,
  anthropic: claude,
};

/** A vendor's stream with our promise: it ends only when the model is done, and fails in our words. */
const toChatModel = (vendor: VendorStream, access: ProviderAccess): ChatModel => ({
  async *stream(request, signal) {
    try {
      const ending = yield* vendor(request, signal);
      // The SDKs end an aborted stream as if it were complete.
      signal.throwIfAborted();
      if (ending === "refused") throw new ProviderError("refused", access.label);
      if (ending !== "done") throw new ProviderError("interrupted", access.label);
    } catch (err) {
      signal.throwIfAborted();
      throw toProviderError(err, access);
    }
  },
});

/** The models of the providers that are available. */
export type ChatModels = ReadonlyMap<Provider, ChatModel>;

export const createModels = (
  { providers }: Pick<Env, "providers">,
  patience: Patience = PATIENCE,
): ChatModels => {
  const models = new Map<Provider, ChatModel>();
  for (const provider of PROVIDERS) {
    const access = providers[provider];
    if (!access) continue;
    const model = toChatModel(CLIENT[PROVIDER_FACTS[provider].wire](access, patience), access);
    models.set(provider, withoutSchemaIfRefused(model));
  }
  return models;
};
