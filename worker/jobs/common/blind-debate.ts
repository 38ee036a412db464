import type { TurnError } from "#shared/contract/debates/turn.ts";
import { NameMask } from "#shared/domain/name-mask.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import { getProviderOfRole, type Role } from "#shared/domain/debates/side.ts";
import type { WorkerContext } from "#worker/context.ts";
import type { DebateForJob } from "./load-debate.ts";

type NameDeps = Pick<WorkerContext, "env" | "labels">;

/**
 * Returns a mask for the names of providers and models in texts of a blind debate; null for other
 * debates.
 */
export const createNameMask = (
  { env, labels }: NameDeps,
  { mystery }: Pick<DebateForJob, "mystery">,
): NameMask | null =>
  mystery
    ? new NameMask(
        PROVIDERS.map((provider) => {
          const access = env.providers[provider];
          // All fake models are called "stand-in", an ordinary word that must not be masked.
          const models = access && !access.isFake ? [access.model] : [];
          return { provider, names: [labels[provider], ...models] };
        }),
      )
    : null;

/** Masks names in a text of the judge. Returns texts of other debates, and null, unchanged. */
export const maskNames = <Text extends string | null>(mask: NameMask | null, text: Text) =>
  text === null || mask === null ? text : mask.mask(text).text;

/** Names the side instead of its provider in the message for users. */
export const hideProviderInError = (
  context: NameDeps,
  role: Role,
  debate: DebateForJob,
  error: TurnError,
): TurnError => {
  const { labels } = context;
  const real = labels[getProviderOfRole(role, debate.real)];
  const message = error.message.replaceAll(real, labels[getProviderOfRole(role, debate)]);
  return { ...error, message: maskNames(createNameMask(context, debate), message) };
};
