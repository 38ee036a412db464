import { selectJudge, type Provider } from "#shared/domain/provider.ts";
import type { WorkerContext } from "#worker/context.ts";
import type { ChatModel } from "#worker/llm/chat-model.ts";
import type { ActiveLease } from "#worker/runtime/job-task.ts";
import { MODEL_NAME_PATTERN, SIMULATED_MODEL } from "#shared/domain/model-name.ts";
import { ProviderError } from "#worker/llm/provider-error.ts";

type ModelDeps = Pick<WorkerContext, "models"> & { labels: Record<Provider, string> };

/**
 * Returns the model of a provider. Throws a `ProviderError` if the provider is not configured any
 * more.
 */
export const requireModel = ({ models, labels }: ModelDeps, provider: Provider): ChatModel => {
  const model = models.get(provider);
  if (!model) throw new ProviderError("misconfigured", labels[provider]);
  return model;
};

/**
 * Returns the name of the model that answered in this run of the job, for all viewers. For a fake
 * provider it is `SIMULATED_MODEL`. Null if the name is unknown or looks like a path on the
 * operator's server.
 */
export const getModelName = (
  { env }: Pick<WorkerContext, "env">,
  provider: Provider,
  { meter }: Pick<ActiveLease, "meter">,
): string | null => {
  if (env.providers[provider]?.isFake) return SIMULATED_MODEL;
  const name = meter.answeringModel;
  return name !== null && MODEL_NAME_PATTERN.test(name) ? name : null;
};

/** Returns the provider and model that judge a debate; null if no configured model can judge it. */
export const findJudge = (
  context: ModelDeps,
  debate: { botAProvider: Provider; botBProvider: Provider },
): { judge: Provider; model: ChatModel } | null => {
  const judge = selectJudge(debate.botAProvider, debate.botBProvider, [...context.models.keys()]);
  return judge && { judge, model: requireModel(context, judge) };
};
