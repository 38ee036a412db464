import type { Env } from "#infra/env.ts";
import { PROVIDERS, type Provider } from "#shared/domain/provider.ts";
import { getKeyVariable, getWorkerMetricsPort } from "./launch-plan.ts";

interface RunningServices {
  env: Env;
  fakedProviders: readonly Provider[];
  hasFakeVoice: boolean;
  isModerationFake: boolean;
  isPayPalFake: boolean;
  /** URL of the fake mailbox; null if email is not a fake. */
  mailboxUrl: string | null;
  dataDir: string;
  /** Folder of the embedded database; null for an external one. */
  databaseFolder: string | null;
}

const describeDatabase = ({ dataDir, databaseFolder }: RunningServices): string => {
  if (databaseFolder === null) return "your own, at DATABASE_URL";
  const isInside = databaseFolder.startsWith(dataDir);
  const note = isInside ? "" : ` (the database user cannot access ${dataDir})`;
  return `embedded, data in ${databaseFolder}${note}`;
};

const describePayments = ({ env, isPayPalFake }: RunningServices): string => {
  if (isPayPalFake) return "offline fake, no real money (set PAYPAL_CLIENT_ID for the real one)";
  return env.paypal
    ? `real, at ${env.paypal.baseUrl}`
    : "none (set PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET)";
};

const describeModeration = ({ env, isModerationFake }: RunningServices): string => {
  if (isModerationFake) return "offline fake (set MODERATION_API_KEY for the real one)";
  return env.moderation ? `real, at ${env.moderation.baseUrl}` : "none (set MODERATION_API_KEY)";
};

const describeEmail = ({ env, mailboxUrl }: RunningServices): string => {
  if (mailboxUrl !== null)
    return `fake mailbox at ${mailboxUrl} (set SMTP_URL to send real emails)`;
  return env.mail ? "real, at SMTP_URL" : "none (set SMTP_URL)";
};

const listMetricsRows = ({ metricsPort }: Env): string[][] =>
  metricsPort
    ? [["Metrics", `API on port ${metricsPort}, worker on ${getWorkerMetricsPort(metricsPort)}`]]
    : [];

export const renderStartReport = (running: RunningServices): string => {
  const { env, fakedProviders, hasFakeVoice } = running;
  const speaker = (id: Provider): string =>
    fakedProviders.includes(id)
      ? `offline fake (set ${getKeyVariable(id)} for the real one)`
      : `real, at ${env.providers[id]?.baseUrl ?? "its vendor"}`;
  const rows = [
    ...PROVIDERS.map((id) => [env.labels[id], speaker(id)]),
    [
      "Voice",
      hasFakeVoice
        ? "offline fake (set TTS_API_KEY for the real one)"
        : `real, at ${env.voice?.baseUrl ?? "its vendor"}`,
    ],
    ["Moderation", describeModeration(running)],
    ["PayPal", describePayments(running)],
    ["Email", describeEmail(running)],
    ["Database", describeDatabase(running)],
    ["Queue", env.redisUrl ? "on Redis, at REDIS_URL" : "on the database"],
    ...listMetricsRows(env),
  ];
  const lines = rows.map(([name = "", what = ""]) => `  ${name.padEnd(12)}${what}`);
  return [`Ready at http://localhost:${env.port}`, "", ...lines, ""].join("\n");
};
