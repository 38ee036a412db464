import {
  type ProviderInfo,
  type PublicConfig,
  SIMULATED_SERVICES,
  type SimulatedService,
} from "#shared/contract/config.ts";
import type { TtsStatus } from "#shared/contract/debates/audio.ts";
import { CURRENCY } from "#shared/domain/billing/credit.ts";
import { PROVIDERS, type Provider } from "#shared/domain/provider.ts";
import type { Context } from "../context.ts";

type ConfigDeps = Pick<Context, "env" | "providerHealth">;

const toProviderInfo = ({ env, providerHealth }: ConfigDeps, id: Provider): ProviderInfo => {
  const access = env.providers[id];
  return {
    id,
    label: env.labels[id],
    available: access !== null,
    reason: access === null ? `${env.labels[id]} has not been set up on this server.` : null,
    standIn: access?.isFake ?? false,
    answering: !providerHealth.unavailable.includes(id),
  };
};

const listSimulatedServices = ({ env }: Pick<Context, "env">): SimulatedService[] => {
  const fakes: Record<SimulatedService, boolean | undefined> = {
    models: PROVIDERS.some((id) => env.providers[id]?.isFake),
    voice: env.voice?.isFake,
    payments: env.paypal?.isFake,
    email: env.mailboxUrl !== undefined,
  };
  return SIMULATED_SERVICES.filter((service) => fakes[service]);
};

export const getTtsStatus = ({ env }: Pick<Context, "env">): TtsStatus => ({
  configured: env.voice !== null,
  languages: [...(env.voice?.languages.keys() ?? [])],
});

export const getConfig = ({ env, providerHealth }: ConfigDeps): PublicConfig => ({
  productName: env.productName,
  companyName: env.companyName,
  contactEmail: env.contactEmail,
  providers: PROVIDERS.map((id) => toProviderInfo({ env, providerHealth }, id)),
  paypal: env.paypal && {
    clientId: env.paypal.clientId,
    currency: CURRENCY,
    intent: "capture",
    ...(env.paypal.sdkUrl !== undefined && { sdkBaseUrl: env.paypal.sdkUrl }),
  },
  tts: getTtsStatus({ env }).configured,
  mail: env.mail !== null,
  mailbox: env.mailboxUrl ?? null,
  simulated: listSimulatedServices({ env }),
  signupCredit: env.signupCredit,
  hasJudgePanel: env.judgePanel.length > 0,
});
