import { judgeFor, type Provider } from "#shared/domain/provider.ts";
import type { WorkerContext } from "../context.ts";
import type { ChatModel } from "../llm/chat-model.ts";
import { ProviderError } from "../llm/provider-error.ts";

type Models = Pick<WorkerContext, "models" | "labels">;

/** The model of a provider. Throws a `ProviderError` when it is no longer available. */
export const modelOf = ({ models, labels }: Models, provider: Provider): ChatModel => {
  const model = models.get(provider);
  if (!model) throw new ProviderError("misconfigured", labels[provider]);
  return model;
};

/** Who judges a debate here and now; null when nobody is available. */
export const judgeOf = (
  context: Models,
  debate: { botAProvider: Provider; botBProvider: Provider },
): { judge: Provider; model: ChatModel } | null => {
  const judge = judgeFor(debate.botAProvider, debate.botBProvider, [...context.models.keys()]);
  return judge && { judge, model: modelOf(context, judge) };
};
