import { judgeFor, type Provider } from "#shared/domain/provider.ts";
import type { WorkerContext } from "../context.ts";
import type { ChatModel } from "../llm/chat-model.ts";
import { ProviderError } from "../llm/provider-error.ts";

type Models = Pick<WorkerContext, "models" | "labels">;

/** Returns the model of a provider. Throws a `ProviderError` if it is not configured any more. */
export const modelOf = ({ models, labels }: Models, provider: Provider): ChatModel => {
  const model = models.get(provider);
  if (!model) throw new ProviderError("misconfigured", labels[provider]);
  return model;
};

/** Returns the judge of a debate by the available models; null if there is none. */
export const judgeOf = (
  context: Models,
  debate: { botAProvider: Provider; botBProvider: Provider },
): { judge: Provider; model: ChatModel } | null => {
  const judge = judgeFor(debate.botAProvider, debate.botBProvider, [...context.models.keys()]);
  return judge && { judge, model: modelOf(context, judge) };
};
