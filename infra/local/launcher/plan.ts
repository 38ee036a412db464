import { standInUrl } from "../../standins/stand-in-url.ts";
import type { Env } from "../../env.ts";
import { PROVIDER_FACTS, PROVIDERS, type Provider } from "#shared/domain/provider.ts";

type Variables = Record<string, string | undefined>;

/** Whether it is said, in the environment or in a file that is named there. */
const isSet = (variables: Variables, name: string): boolean =>
  [name, `${name}_FILE`].some((each) => (variables[each] ?? "") !== "");

/** Providers that nobody has said how to reach: a stand-in speaks for them. */
export const standInProviders = ({ providers }: Pick<Env, "providers">): Provider[] =>
  PROVIDERS.filter((id) => providers[id] === null);

/** What the stand-in voice adds to the environment of API and worker. */
export const standInVoice = (port: number): Record<string, string> => ({
  TTS_BASE_URL: `http://127.0.0.1:${port}/tts/v1`,
  TTS_API_KEY: "stand-in",
  TTS_MODEL: "stand-in",
});

/**
 * Whether nobody has said who looks at texts: then a stand-in takes the place where there are others.
 * Where all else is real, nobody does.
 */
export const isModerationStandIn = (
  env: Pick<Env, "providers" | "voice" | "moderation">,
): boolean => needsStandIns(env) && env.moderation === null;

/** What the stand-in of the moderation adds to the environment of API and worker. */
export const standInModeration = (port: number): Record<string, string> => ({
  MODERATION_BASE_URL: `http://127.0.0.1:${port}/moderation/v1`,
  MODERATION_API_KEY: "stand-in",
});

/** What stand-ins of providers, at this port, add to the environment of API and worker. */
export const standInVariables = (
  providers: readonly Provider[],
  port: number,
): Record<string, string> => ({
  STANDIN_PROVIDERS: providers.join(","),
  ...Object.fromEntries(
    providers.flatMap((id) => [
      [PROVIDER_FACTS[id].variables.baseUrl, standInUrl(id, port)],
      [keyVariable(id), "stand-in"],
      // One that costs nothing: what is said for nobody's money uses up no day's.
      [PROVIDER_FACTS[id].variables.model, "stand-in"],
    ]),
  ),
});

/** Whether anybody's place is taken by a stand-in, so that their process has to run. */
export const needsStandIns = (env: Pick<Env, "providers" | "voice">): boolean =>
  standInProviders(env).length > 0 || env.voice === null;

/**
 * Whether nobody has said how to reach PayPal: then a stand-in takes its place where there are
 * others. Where all else is real, nothing is sold instead.
 */
export const isPayPalStandIn = (
  env: Pick<Env, "providers" | "voice">,
  variables: Variables,
): boolean =>
  needsStandIns(env) &&
  !isSet(variables, "PAYPAL_CLIENT_ID") &&
  !isSet(variables, "PAYPAL_BASE_URL");

/** What PayPal's stand-in adds to the environment of API and worker. */
export const standInPayPalVariables = (port: number): Record<string, string> => ({
  PAYPAL_CLIENT_ID: "stand-in",
  PAYPAL_CLIENT_SECRET: "stand-in",
  PAYPAL_WEBHOOK_ID: "stand-in",
  PAYPAL_BASE_URL: `http://127.0.0.1:${port}/paypal`,
  PAYPAL_SDK_URL: `http://127.0.0.1:${port}/paypal/sdk/js`,
});

/**
 * Whether nobody has said who sends mail: then a stand-in takes it where there are others. Where all
 * else is real, none is sent.
 */
export const isMailStandIn = (env: Pick<Env, "providers" | "voice" | "mail">): boolean =>
  needsStandIns(env) && env.mail === null;

/** Where the worker is measured on a machine that it shares with the API, which has `METRICS_PORT`. */
export const workerMetricsPort = (port: number): number => (port === 0 ? 0 : port + 1);

/** The ports that are listened on, 0 for any free one, each with the variable that says so. */
export const portsOf = ({
  port,
  workerHealthPort,
  metricsPort = 0,
}: Pick<Env, "port" | "workerHealthPort" | "metricsPort">): [number, string][] => [
  [port, "PORT"],
  [workerHealthPort, "WORKER_HEALTH_PORT"],
  [metricsPort, "METRICS_PORT"],
  [workerMetricsPort(metricsPort), "METRICS_PORT"],
];

/**
 * The database's address for API, worker and migration. It contains the password, so the other
 * variables that could replace it are cleared.
 */
export const databaseVariables = (url: string): Record<string, string> => ({
  DATABASE_URL: url,
  DATABASE_URL_FILE: "",
  DATABASE_PASSWORD: "",
  DATABASE_PASSWORD_FILE: "",
  // Only what migrates may have the owner's address.
  DATABASE_OWNER_URL: "",
  DATABASE_OWNER_URL_FILE: "",
  DATABASE_OWNER_PASSWORD: "",
  DATABASE_OWNER_PASSWORD_FILE: "",
});

/** Where the mails are read that a stand-in takes. */
export const mailboxUrlOf = (port: number): string => `http://127.0.0.1:${port}/mailbox`;

/** What the stand-in that takes mail adds to the environment of API and worker. */
export const standInMail = (smtpPort: number, port: number): Record<string, string> => ({
  SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  STANDIN_MAILBOX_URL: mailboxUrlOf(port),
});

/** Where PayPal's stand-in tells the API at this port what happened. */
export const webhookUrlOf = (apiPort: number): string =>
  `http://127.0.0.1:${apiPort}/api/webhooks/paypal`;

/** The variable to set for the real one. */
export const keyVariable = (id: Provider): string => PROVIDER_FACTS[id].variables.key;
