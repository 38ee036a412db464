import type { ProviderAccess } from "#infra/access.ts";
import type { Env } from "#infra/env.ts";
import { PROVIDER_FACTS, PROVIDERS, type Provider, type Wire } from "#shared/domain/provider.ts";
import type { ChatModel, Ending, VendorStream } from "./chat-model.ts";
import { claude } from "./claude.ts";
import { openAiCompatible } from "./openai-compatible.ts";
import { Tally } from "./meter.ts";
import { ProviderError } from "./provider-error.ts";
import { toProviderError } from "./to-provider-error.ts";
import type { Patience } from "./watched-fetch.ts";
import { withoutSchemaIfRefused } from "./without-schema.ts";
import { WithoutThoughts } from "./without-thoughts.ts";

const CLIENT: Record<Wire, (access: ProviderAccess, patience: Patience) => VendorStream> = {
  openai: openAiCompatible,
  anthropic: claude,
};

/** Maximum characters of a reply. A speech needs a tenth of it, a judgement less. */
const LONGEST_REPLY = 100_000;

/** Streams a vendor's reply without the model's reasoning, up to `LONGEST_REPLY` characters. */
const spoken = async function* (
  reply: ReturnType<VendorStream>,
  tally: Tally,
): AsyncGenerator<string, Ending, void> {
  const thoughts = new WithoutThoughts();
  let length = 0;
  try {
    for (;;) {
      const { value, done } = await reply.next();
      if (!done) tally.wrote(value.length);
      const text = done ? thoughts.end() : thoughts.add(value);
      length += text.length;
      if (text !== "") yield text;
      if (done) return value;
      if (length > LONGEST_REPLY) return "cut";
    }
  } finally {
    await reply.return(null);
  }
};

/** Adapts a vendor's stream to `ChatModel`: checks how it ended and maps its errors. */
const toChatModel = (
  vendor: VendorStream,
  provider: Provider,
  access: ProviderAccess,
): ChatModel => ({
  async *stream(request, signal) {
    const tally = new Tally(request.system.length + request.user.length);
    await request.meter?.admit({ provider, model: access.model }, tally);
    try {
      const ending = yield* spoken(vendor(request, signal, tally), tally);
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
});

export type ChatModels = ReadonlyMap<Provider, ChatModel>;

export const createModels = ({
  providers,
  patience,
}: Pick<Env, "providers" | "patience">): ChatModels => {
  const models = new Map<Provider, ChatModel>();
  for (const provider of PROVIDERS) {
    const access = providers[provider];
    if (!access) continue;
    const vendor = CLIENT[PROVIDER_FACTS[provider].wire](access, patience);
    const model = toChatModel(vendor, provider, access);
    models.set(provider, withoutSchemaIfRefused(model));
  }
  return models;
};
