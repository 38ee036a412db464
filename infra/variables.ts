import { z } from "zod";
import { SIGNUP_CREDIT_TIMES } from "#shared/domain/accounts/account.ts";
import { WEAK_PASSWORD_POLICIES } from "#shared/domain/accounts/password.ts";
import { PROVIDER_DEFINITIONS, PROVIDERS, type Provider } from "#shared/domain/provider.ts";
import { MAX_PANEL_SIZE, MIN_PANEL_SIZE } from "#shared/domain/debates/judging/panel.ts";
import { SECOND_FACTOR_AUDIENCES } from "#shared/domain/accounts/sign-in-method.ts";
import { type ModelPrices, DEFAULT_MODEL_PRICES } from "#shared/domain/billing/spending.ts";
import {
  OPENAI_VOICE_LANGUAGES,
  type SideVoices,
  type VoiceLanguages,
} from "#shared/domain/audio/voice-languages.ts";
import {
  canonicalizeLanguageTag,
  findLanguage,
  type Language,
} from "#shared/domain/debates/language/language.ts";
import { parseRedisAddress } from "./backend/redis-address.ts";
import { normalizeTlsParameters } from "./db/connection/tls-parameters.ts";
import { normalizeHostName } from "./http/host-check.ts";

/**
 * An empty string counts as unset, because `.env` files and Docker Compose pass unset variables as
 * empty strings.
 */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());
const withDefault = <T extends z.ZodType>(schema: T, fallback: z.input<T>) =>
  z.preprocess((value) => (value === "" || value === undefined ? fallback : value), schema);

const text = z.string().trim();
const nonNegativeInt = z.coerce.number().int().min(0);
/** Two voices, separated by a comma; the second defaults to the first. */
const voicePair = text.transform((names) => {
  const [first = "", second = first] = names.split(",").map((name) => name.trim());
  return [first, second] as const;
});

const LANGUAGES_FORMAT_ERROR =
  "must be languages of docs/languages.md, each once and without a region, such as en,es,fr=siwis/gilles";

/** `fr=siwis/gilles`: a language with the voices of its two sides. Both voices are optional. */
const parseVoiceLanguage = (entry: string): [Language, SideVoices] | null => {
  const [tag = "", names, ...rest] = entry.split("=").map((part) => part.trim());
  const language = findLanguage(tag);
  if (language === null || canonicalizeLanguageTag(tag) !== language || rest.length > 0)
    return null;
  if (names === undefined) return [language, null];
  const [first = "", second = first, ...more] = names.split("/").map((name) => name.trim());
  return first === "" || second === "" || more.length > 0 ? null : [language, [first, second]];
};

/** A list as `en,es,fr=siwis/gilles`. */
const voiceLanguages = text.transform((list, { addIssue }): VoiceLanguages => {
  const entries = list.split(",").map(parseVoiceLanguage);
  const languages = new Map(entries.filter((entry) => entry !== null));
  if (languages.size === entries.length) return languages;
  addIssue(LANGUAGES_FORMAT_ERROR);
  return z.NEVER;
});

/**
 * The protocol is checked because `new URL` reads `localhost:11434/v1` as a URL with the scheme
 * `localhost:`.
 */
const httpUrl = z.url({
  protocol: /^https?$/,
  abort: true,
  error: "must be a URL with http:// or https://, such as https://api.example.com/v1",
});

const ENDPOINT_PATHS = /\/(?:chat\/completions|messages|audio\/speech|moderations)\/?$/;

/** Address of a vendor's API. It may contain a query, such as Azure's `?api-version=`. */
const baseUrl = httpUrl.superRefine((address, { addIssue }) => {
  const { username, password, hash, pathname } = new URL(address);
  // `fetch` refuses URLs with credentials.
  if (username || password) addIssue("must not contain a user or password");
  if (hash) addIssue("must not contain #");
  if (ENDPOINT_PATHS.test(pathname))
    addIssue("must be the base of the API, without /chat/completions and the like");
});

/** `openai,claude`: the judges of a panel. An empty list means that there is no panel. */
const judgePanel = text.transform((list, { addIssue }): Provider[] => {
  const names = list === "" ? [] : list.split(",").map((name) => name.trim());
  const judges = PROVIDERS.filter((provider) => names.includes(provider));
  const isPanel = names.length >= MIN_PANEL_SIZE && names.length <= MAX_PANEL_SIZE;
  if (judges.length === names.length && (isPanel || names.length === 0)) return judges;
  addIssue(
    `must be two or three different providers of ${PROVIDERS.join()}, such as openai,claude`,
  );
  return z.NEVER;
});

/** An API key is sent in a header, which allows visible ASCII only. */
const apiKey = text.regex(
  /^[!-~]+$/,
  "must have only letters, digits and punctuation of ASCII, without spaces",
);

const proxyUrl = z.url({
  protocol: /^https?$/,
  abort: true,
  error: "must be a URL with http:// or https://, such as http://proxy.example:3128",
});

/** An origin consists of scheme, host and port. */
const origin = httpUrl.transform((address, { addIssue }) => {
  const url = new URL(address);
  if (url.href === `${url.origin}/`) return url.origin;
  addIssue(
    "must be scheme and host only, such as https://debate.example, because pages cannot be served below a path",
  );
  return z.NEVER;
});

const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/, abort: true })
  .transform((address, { addIssue }) => normalizeTlsParameters(address, addIssue));

const redisUrl = z
  .url({ protocol: /^rediss?$/, abort: true })
  .superRefine((address, { addIssue }) => {
    try {
      parseRedisAddress(address);
    } catch (err) {
      addIssue(err instanceof Error ? err.message : "is invalid");
    }
  });

/** `hello@debate.example` or `Debates <hello@debate.example>`; the name may have any characters. */
const mailbox = text.transform((value, { addIssue }) => {
  const [, name = "", address = value] = /^(.*?)\s*<([^<>]*)>$/.exec(value) ?? [];
  if (z.email().safeParse(address).success)
    return { name: name.replace(/^"(.*)"$/, "$1"), address };
  addIssue("must be an email address, such as Debates <hello@debate.example>");
  return z.NEVER;
});

const hostNames = text.transform((list, { addIssue }) => {
  const texts = list.split(",").map((name) => name.trim());
  const names = texts.filter((name) => name !== "").map(normalizeHostName);
  const validNames = names.filter((name) => name !== null);
  if (validNames.length === names.length) return validNames;
  addIssue("must be host names without scheme, port and path, as debate.lan,192.168.1.20");
  return z.NEVER;
});

/** Limits per time window. Most names are `LIMIT_<NAME>`. */
const LimitVariables = z.object({
  LIMIT_REGISTER_PER_HOUR: withDefault(nonNegativeInt, 20),
  LIMIT_LOGIN_FAILURES_PER_ACCOUNT: withDefault(nonNegativeInt, 10),
  LIMIT_LOGIN_FAILURES_PER_ADDRESS: withDefault(nonNegativeInt, 50),
  LIMIT_CREATE_DEBATE_PER_MINUTE: withDefault(nonNegativeInt, 30),
  LIMIT_NEXT_TURN_PER_MINUTE: withDefault(nonNegativeInt, 120),
  LIMIT_OPEN_TURNS_PER_USER: withDefault(nonNegativeInt.min(1), 5),
  LIMIT_AUDIO_PER_MINUTE: withDefault(nonNegativeInt, 120),
  LIMIT_PURCHASE_PER_HOUR: withDefault(nonNegativeInt, 20),
  LIMIT_PICTURE_PER_MINUTE: withDefault(nonNegativeInt, 120),
  LIMIT_CAPTURE_PER_MINUTE: withDefault(nonNegativeInt, 30),
  LIMIT_WEBHOOK_PER_MINUTE: withDefault(nonNegativeInt, 600),
  LIMIT_PAGE_PER_MINUTE: withDefault(nonNegativeInt, 600),
  LIMIT_LOGINS_PER_HOUR: withDefault(nonNegativeInt, 60),
  LIMIT_SOCKETS_PER_ADDRESS: withDefault(nonNegativeInt, 200),
  ALERT_REGISTRATIONS_PER_HOUR: withDefault(nonNegativeInt, 200),
  LIMIT_REACTIONS_PER_MINUTE: withDefault(nonNegativeInt, 20),
  LIMIT_REPORTS_PER_HOUR: withDefault(nonNegativeInt, 20),
  LIMIT_MAILS_PER_HOUR: withDefault(nonNegativeInt, 20),
  LIMIT_LIST_PER_MINUTE: withDefault(nonNegativeInt, 300),
});

const dollars = z.coerce.number().min(0);
/** Price in dollars per million tokens or characters. Default: 0. */
const PriceSchema = z.strictObject({
  input: z.number().min(0).default(0),
  output: z.number().min(0).default(0),
  characters: z.number().min(0).default(0),
});
const PRICES_FORMAT_ERROR =
  'must be JSON as {"a-model": {"input": 2.5, "output": 15, "characters": 0}}, in dollars for a million';
const prices = text
  .transform((json, { addIssue }) => {
    try {
      return z.record(z.string(), PriceSchema).parse(JSON.parse(json));
    } catch {
      addIssue(PRICES_FORMAT_ERROR);
      return z.NEVER;
    }
  })
  .transform((overrides): ModelPrices => ({ ...DEFAULT_MODEL_PRICES, ...overrides }));
const SpendingVariables = z.object({
  PRICES: withDefault(prices, "{}"),
  DAILY_SPEND_LIMIT: optional(dollars),
  DAILY_SPEND_LIMIT_PER_USER: optional(dollars),
});

const timeoutSeconds = z.coerce.number().min(1).max(300);
const ProviderTimeoutVariables = z.object({
  PROVIDER_FIRST_BYTE_SECONDS: withDefault(timeoutSeconds, 120),
  PROVIDER_SILENCE_SECONDS: withDefault(timeoutSeconds, 60),
  PROVIDER_TOTAL_SECONDS: withDefault(z.coerce.number().min(1).max(3600), 300),
});

/** `name=value,name=value`, percent-encoded, as OpenTelemetry defines it. */
const headers = text.transform((list, { addIssue }) => {
  const readHeader = (pair: string): [string, string] => {
    const [name = "", ...value] = pair.split("=");
    return [name.trim(), decodeURIComponent(value.join("=").trim())];
  };
  try {
    return Object.fromEntries(new Headers(list.split(",").map(readHeader)));
  } catch {
    addIssue("must be as name=value,name=value, percent-encoded");
    return z.NEVER;
  }
});
const TracingVariables = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(httpUrl),
  OTEL_EXPORTER_OTLP_HEADERS: optional(headers),
  OTEL_TRACES_SAMPLER_ARG: withDefault(z.coerce.number().min(0).max(1), 1),
});

/** The database has rows for this many slots per provider. */
const MAX_REQUESTS_IN_FLIGHT = 1000;

const buildProviderSettings = (provider: Provider) => {
  const { label, model, voices } = PROVIDER_DEFINITIONS[provider];
  return {
    key: optional(apiKey),
    baseUrl: optional(baseUrl),
    model: withDefault(text, model),
    label: withDefault(text, label),
    voices: withDefault(voicePair, voices.join()),
  };
};
type ProviderSettings = ReturnType<typeof buildProviderSettings>;

/** Names of the variables for one setting, over all providers. */
type VariableNames<S extends keyof ProviderSettings> =
  (typeof PROVIDER_DEFINITIONS)[Provider]["variables"][S];
type ProviderVariables = { [S in keyof ProviderSettings as VariableNames<S>]: ProviderSettings[S] };

const ProviderVariables = Object.fromEntries(
  PROVIDERS.flatMap((provider) => {
    const names: Record<string, string> = PROVIDER_DEFINITIONS[provider].variables;
    return Object.entries(buildProviderSettings(provider)).map(([setting, schema]) => [
      names[setting],
      schema,
    ]);
  }),
  // The keys are computed, so TypeScript cannot infer which variable has which schema.
) as unknown as ProviderVariables;

export const Variables = z.object({
  NODE_ENV: withDefault(z.enum(["development", "production", "test"]), "production"),
  PORT: withDefault(nonNegativeInt.max(65_535), 3000),
  WORKER_HEALTH_PORT: withDefault(nonNegativeInt.max(65_535), 0),
  /** Port for Prometheus. If it is not set, no metrics are served. */
  METRICS_PORT: optional(nonNegativeInt.max(65_535)),
  ...TracingVariables.shape,
  /**
   * Seconds over which a stopping API disconnects its sockets, which reconnect to other processes.
   */
  DRAIN_SECONDS: withDefault(z.coerce.number().min(0).max(3600), 25),
  WORKER_GRACE_SECONDS: optional(z.coerce.number().min(0).max(7200)),
  DATA_DIR: withDefault(text, ".data"),
  DATABASE_URL: optional(databaseUrl),
  /** Replaces the password in `DATABASE_URL`; it needs no escaping. */
  DATABASE_PASSWORD: optional(z.string()),
  /** URL of the role that owns the tables. Used for migrations and for restoring backups. */
  DATABASE_OWNER_URL: optional(databaseUrl),
  DATABASE_OWNER_PASSWORD: optional(z.string()),
  /** Connections per process for single statements; transactions use as many again. */
  DATABASE_POOL_SIZE: withDefault(nonNegativeInt.min(2).max(100), 10),
  /** Minimum number of open, warmed-up connections for single statements. */
  DATABASE_POOL_MIN: withDefault(nonNegativeInt.max(100), 4),
  /** Separate connections of the API for expensive reads, so that these do not block cheap ones. */
  DATABASE_LIST_POOL_SIZE: withDefault(nonNegativeInt.min(1).max(100), 4),
  REDIS_URL: optional(redisUrl),
  /** Replaces the password in `REDIS_URL`; it needs no escaping. */
  REDIS_PASSWORD: optional(z.string()),
  PUBLIC_ORIGIN: optional(origin),
  ALLOWED_HOSTS: withDefault(hostNames, ""),
  TRUST_PROXY: withDefault(text, "false"),
  /** Proxies for outgoing requests. The lower-case names are read too, as in other programs. */
  HTTP_PROXY: optional(proxyUrl),
  HTTPS_PROXY: optional(proxyUrl),
  NO_PROXY: optional(text),
  SESSION_SECRET: optional(text.min(16)),
  /** Still accepted while `SESSION_SECRET` is rotated; never used to sign. */
  SESSION_SECRET_PREVIOUS: optional(text.min(16)),
  ...ProviderVariables,
  ...ProviderTimeoutVariables.shape,
  /** The providers that vote on each verdict. If it is not set, one judge decides. */
  JUDGE_PANEL: withDefault(judgePanel, ""),
  /** Maximum number of simultaneous requests to one provider, over all workers. */
  PROVIDER_REQUESTS_IN_FLIGHT: withDefault(nonNegativeInt.min(1).max(MAX_REQUESTS_IN_FLIGHT), 500),
  ...SpendingVariables.shape,
  TTS_API_KEY: optional(apiKey),
  TTS_BASE_URL: optional(baseUrl),
  TTS_MODEL: withDefault(text, "gpt-4o-mini-tts"),
  TTS_VOICES_BLIND: withDefault(voicePair, "ash,nova"),
  TTS_LANGUAGES: withDefault(voiceLanguages, OPENAI_VOICE_LANGUAGES.join()),
  /**
   * Whether speech is produced while a turn is still being written: always, or only if the debate
   * has listeners.
   */
  SPEAK_AHEAD: withDefault(z.enum(["listened", "always"]), "listened"),
  MODERATION_API_KEY: optional(apiKey),
  MODERATION_BASE_URL: optional(baseUrl),
  MODERATION_MODEL: withDefault(text, "omni-moderation-latest"),
  PAYPAL_CLIENT_ID: optional(text),
  PAYPAL_CLIENT_SECRET: optional(text),
  PAYPAL_WEBHOOK_ID: optional(text),
  PAYPAL_BASE_URL: withDefault(baseUrl, "https://api-m.paypal.com"),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: optional(mailbox),
  /** SMTP port of the fake mail server; the next variable is the URL of its mailbox. */
  STANDIN_SMTP_PORT: withDefault(nonNegativeInt.max(65_535), 0),
  STANDIN_MAILBOX_URL: optional(httpUrl),
  PASSWORD_CHECK: withDefault(z.enum(WEAK_PASSWORD_POLICIES), "warn"),
  /** Roles whose accounts must have a second factor. */
  REQUIRE_SECOND_FACTOR: withDefault(z.enum(SECOND_FACTOR_AUDIENCES), "nobody"),
  SIGNUP_CREDIT: withDefault(z.enum(SIGNUP_CREDIT_TIMES), "at_once"),
  /** URL of PayPal's browser SDK. By default it is PayPal's own. */
  PAYPAL_SDK_URL: optional(httpUrl),
  STANDIN_WEBHOOK_URL: optional(httpUrl),
  /** Comma-separated ids of the providers that are fakes. Only used to tell users so. */
  STANDIN_PROVIDERS: withDefault(text, ""),
  STANDIN_FIRST_TOKEN_MS: withDefault(nonNegativeInt, 400),
  STANDIN_TOKENS_PER_SECOND: withDefault(z.coerce.number().positive(), 60),
  STANDIN_SPEECH_SPEED: withDefault(z.coerce.number().positive(), 1),
  /** Whether the first `npm start` in demo mode adds sample debates to the embedded database. */
  SAMPLES: withDefault(z.enum(["on", "off"]), "on"),
  PRODUCT_NAME: withDefault(text, "Chatbot Debate"),
  COMPANY_NAME: withDefault(text, "Chatbot Debate LLC"),
  CONTACT_EMAIL: withDefault(text.pipe(z.email()), "contact@chatbotdebate.example"),
  LOG_LEVEL: withDefault(z.enum(["fatal", "error", "warn", "info", "debug", "silent"]), "info"),
  ...LimitVariables.shape,
});
export type Variables = z.infer<typeof Variables>;
