import { buildFakeUrl } from "../fakes/vendor-protocol.ts";
import type { Env } from "#infra/env.ts";
import { FAKE_CREDENTIAL } from "#infra/service-config.ts";
import { PROVIDER_DEFINITIONS, PROVIDERS, type Provider } from "#shared/domain/provider.ts";

type EnvVariables = Record<string, string | undefined>;

/** Whether the variable or its variant with `_FILE` is set. */
const isSet = (variables: EnvVariables, name: string): boolean =>
  [name, `${name}_FILE`].some((variable) => (variables[variable] ?? "") !== "");

/** Returns the providers that are not configured. Fakes replace them. */
export const listFakedProviders = ({ providers }: Pick<Env, "providers">): Provider[] =>
  PROVIDERS.filter((id) => providers[id] === null);

export const buildFakeVoiceVariables = (port: number): Record<string, string> => ({
  TTS_BASE_URL: `http://127.0.0.1:${port}/tts/v1`,
  TTS_API_KEY: FAKE_CREDENTIAL,
  TTS_MODEL: "stand-in",
});

/** Whether moderation is a fake: true if it is not configured and another service is a fake. */
export const usesFakeModeration = (env: Pick<Env, "providers" | "voice" | "moderation">): boolean =>
  needsFakes(env) && env.moderation === null;

export const buildFakeModerationVariables = (port: number): Record<string, string> => ({
  MODERATION_BASE_URL: `http://127.0.0.1:${port}/moderation/v1`,
  MODERATION_API_KEY: FAKE_CREDENTIAL,
});

export const buildFakeProviderVariables = (
  providers: readonly Provider[],
  port: number,
): Record<string, string> => ({
  STANDIN_PROVIDERS: providers.join(","),
  ...Object.fromEntries(
    providers.flatMap((id) => [
      [PROVIDER_DEFINITIONS[id].variables.baseUrl, buildFakeUrl(id, port)],
      [getKeyVariable(id), FAKE_CREDENTIAL],
      // The fakes get the name of a model that has no price, so that they use up no daily spending
      // limit.
      [PROVIDER_DEFINITIONS[id].variables.model, "stand-in"],
    ]),
  ),
});

export const needsFakes = (env: Pick<Env, "providers" | "voice">): boolean =>
  listFakedProviders(env).length > 0 || env.voice === null;

/** Whether the first start may add samples: only in demo mode with the embedded database. */
export const allowsSamples = (
  env: Pick<Env, "providers" | "voice" | "moderation" | "databaseUrl" | "hasSamples">,
): boolean =>
  env.hasSamples &&
  env.databaseUrl === undefined &&
  listFakedProviders(env).length === PROVIDERS.length &&
  env.voice === null &&
  env.moderation === null;

/**
 * Whether PayPal is a fake: true if it is not configured and another service is a fake. Without a
 * real or a fake PayPal, credits cannot be bought.
 */
export const usesFakePayPal = (
  env: Pick<Env, "providers" | "voice">,
  variables: EnvVariables,
): boolean =>
  needsFakes(env) && !isSet(variables, "PAYPAL_CLIENT_ID") && !isSet(variables, "PAYPAL_BASE_URL");

export const buildFakePayPalVariables = (port: number): Record<string, string> => ({
  PAYPAL_CLIENT_ID: FAKE_CREDENTIAL,
  PAYPAL_CLIENT_SECRET: FAKE_CREDENTIAL,
  PAYPAL_WEBHOOK_ID: "stand-in",
  PAYPAL_BASE_URL: `http://127.0.0.1:${port}/paypal`,
  PAYPAL_SDK_URL: `http://127.0.0.1:${port}/paypal/sdk/js`,
});

/**
 * Whether email is a fake: true if it is not configured and another service is a fake. Without a
 * real or a fake SMTP server, no email is sent.
 */
export const usesFakeEmail = (env: Pick<Env, "providers" | "voice" | "mail">): boolean =>
  needsFakes(env) && env.mail === null;

/** Returns the metrics port of the worker: the one after METRICS_PORT, which the API uses. */
export const getWorkerMetricsPort = (port: number): number => (port === 0 ? 0 : port + 1);

/**
 * All ports to listen on, each with the variable that configures it. Port 0 stands for any free
 * one.
 */
export const listPorts = ({
  port,
  workerHealthPort,
  metricsPort = 0,
}: Pick<Env, "port" | "workerHealthPort" | "metricsPort">): [number, string][] => [
  [port, "PORT"],
  [workerHealthPort, "WORKER_HEALTH_PORT"],
  [metricsPort, "METRICS_PORT"],
  [getWorkerMetricsPort(metricsPort), "METRICS_PORT"],
];

/**
 * Database variables for API, worker and migration. The URL contains the password, so all variables
 * that would override it are cleared.
 */
export const buildDatabaseVariables = (url: string): Record<string, string> => ({
  DATABASE_URL: url,
  DATABASE_URL_FILE: "",
  DATABASE_PASSWORD: "",
  DATABASE_PASSWORD_FILE: "",
  // Only the migration connects as the owner.
  DATABASE_OWNER_URL: "",
  DATABASE_OWNER_URL_FILE: "",
  DATABASE_OWNER_PASSWORD: "",
  DATABASE_OWNER_PASSWORD_FILE: "",
});

/** Variables that exempt the fakes from the configured proxy. */
export const buildNoProxyVariables = ({ proxies }: Pick<Env, "proxies">) => ({
  NO_PROXY: [proxies.noProxy, "127.0.0.1"].filter((hosts) => hosts !== undefined).join(),
  NO_PROXY_FILE: "",
  no_proxy: "",
});

export const buildMailboxUrl = (port: number): string => `http://127.0.0.1:${port}/mailbox`;

export const buildFakeEmailVariables = (
  smtpPort: number,
  port: number,
): Record<string, string> => ({
  SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  STANDIN_MAILBOX_URL: buildMailboxUrl(port),
});

export const buildWebhookUrl = (apiPort: number): string =>
  `http://127.0.0.1:${apiPort}/api/webhooks/paypal`;

export const getKeyVariable = (id: Provider): string => PROVIDER_DEFINITIONS[id].variables.key;
