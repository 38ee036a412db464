import { setMaxListeners } from "node:events";
import type { Env } from "#infra/env.ts";
import type { CheckedService, ModelCheckResult } from "#shared/contract/admin/model-check.ts";
import { PAID_SERVICES, type PaidService } from "#shared/domain/billing/spending.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import { createChatModels } from "../llm/create-chat-models.ts";
import { createModerator } from "../llm/moderator.ts";
import type { ServerAdaptation } from "../llm/server-adaptations.ts";
import { AttemptMeter } from "../llm/usage-meter.ts";
import { createVoiceService } from "../speech/voice-service.ts";
import { checkChatModel } from "./check-chat-model.ts";
import { checkModeration } from "./check-moderation.ts";
import { checkVoice } from "./check-voice.ts";

export type CheckEnv = Pick<
  Env,
  "providers" | "providerTimeouts" | "spending" | "voice" | "moderation"
>;

/** A base URL without its query, which may hold a key. */
const withoutQuery = (baseUrl: string | undefined): string | null => {
  if (baseUrl === undefined) return null;
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname}`.replace(/\/$/, "");
};

interface ServiceUnderCheck extends Pick<CheckedService, "service" | "label" | "model"> {
  baseUrl: string | undefined;
  run(meter: AttemptMeter): Promise<ModelCheckResult[]>;
  adaptations?(): readonly ServerAdaptation[];
}

const listChatModels = (env: CheckEnv, signal: AbortSignal): ServiceUnderCheck[] =>
  Array.from(createChatModels(env), ([provider, model]) => {
    const access = env.providers[provider];
    const label = access?.label ?? provider;
    const isFake = access?.isFake ?? false;
    return {
      service: provider,
      label,
      model: access?.model ?? "",
      baseUrl: access?.baseUrl,
      run: (meter) => checkChatModel({ model, label, meter, isFake, signal }),
      adaptations: () => model.adaptations(),
    };
  });

/** The voices of the configured providers and of the languages, each once. */
const listVoices = ({ providers, voice }: CheckEnv): string[] => {
  const names = PROVIDERS.filter((id) => providers[id]).flatMap((id) => voice?.voices[id] ?? []);
  const ofLanguages = [...(voice?.languages.values() ?? [])].flatMap((voices) => voices ?? []);
  return [...new Set([...names, ...ofLanguages])];
};

const listServices = (env: CheckEnv, signal: AbortSignal): ServiceUnderCheck[] => {
  const services = listChatModels(env, signal);
  const voice = createVoiceService(env.voice);
  if (voice)
    services.push({
      service: "voice",
      label: "Voice",
      model: voice.access.model,
      baseUrl: voice.access.baseUrl,
      run: (meter) => checkVoice(voice, listVoices(env), meter, signal),
    });
  const moderator = createModerator(env.moderation);
  if (moderator && env.moderation)
    services.push({
      service: "moderation",
      label: "Moderation",
      model: env.moderation.model,
      baseUrl: env.moderation.baseUrl,
      run: (meter) => checkModeration(moderator, meter, signal),
    });
  return services;
};

/**
 * Checks one service. Creates new adapters, so that the result does not depend on what this process
 * has learned about the server. Costs less than a cent. Returns null if the service is not
 * configured.
 */
export const checkService = async (
  env: CheckEnv,
  name: PaidService,
  meter: AttemptMeter,
  signal: AbortSignal,
): Promise<CheckedService | null> => {
  // Each request adds a listener to the signal; Node.js would warn about more than ten.
  setMaxListeners(0, signal);
  const checked = listServices(env, signal).find(({ service }) => service === name);
  if (!checked) return null;
  const { service, label, model, baseUrl, run, adaptations } = checked;
  const results = await run(meter);
  return {
    service,
    label,
    model,
    address: withoutQuery(baseUrl),
    isUsable: results.every(({ status }) => status !== "failed"),
    results,
    adaptations: (adaptations?.() ?? []).map(({ kind, reason }) => ({ kind, reason })),
    price: meter.usage?.price ?? 0,
    isPriceEstimated: meter.usage?.isEstimated ?? false,
  };
};

/** Checks all configured services at the same time. */
export const checkModels = async (
  env: CheckEnv,
  signal: AbortSignal,
): Promise<CheckedService[]> => {
  const services = await Promise.all(
    PAID_SERVICES.map((service) =>
      checkService(env, service, new AttemptMeter(env.spending.prices), signal),
    ),
  );
  return services.filter((service) => service !== null);
};
