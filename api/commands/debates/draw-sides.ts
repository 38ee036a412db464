import { randomInt } from "node:crypto";
import { listAvailableProviders, type Env } from "#infra/env.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { Provider } from "#shared/domain/provider.ts";

const TOO_FEW_MESSAGE =
  "A blind debate needs two different chatbots, and this server has only one.";

/**
 * Draws the two different providers of a blind debate and their sides. Every pair and order has the
 * same chance. Throws `invalid` if fewer than two providers are available.
 */
export const drawSides = (env: Env): [botA: Provider, botB: Provider] => {
  const available = listAvailableProviders(env);
  const [botA] = available.splice(randomInt(Math.max(1, available.length)), 1);
  const botB = available.length > 0 ? available[randomInt(available.length)] : undefined;
  if (!botA || !botB)
    throw new DomainError("invalid", TOO_FEW_MESSAGE, { fields: { mystery: TOO_FEW_MESSAGE } });
  return [botA, botB];
};
