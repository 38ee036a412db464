import { z } from "zod";
import { PROVIDERS, type Provider } from "#shared/domain/provider.ts";

/** Empty is unset: `.env` files and compose pass empty strings along. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());
const withDefault = <T extends z.ZodType>(schema: T, fallback: z.input<T>) =>
  z.preprocess((value) => (value === "" || value === undefined ? fallback : value), schema);

const text = z.string().trim();
const count = z.coerce.number().int().min(0);
/** A provider's voice, and the one it has against itself. */
const twoVoices = text.transform((names) => {
  const [first = "", second = first] = names.split(",").map((name) => name.trim());
  return [first, second] as const;
});

/** Tries allowed in a window; the names of the variables are `LIMIT_<NAME>`. */
const Limits = z.object({
  LIMIT_REGISTER_PER_HOUR: withDefault(count, 20),
  LIMIT_LOGIN_FAILURES_PER_ACCOUNT: withDefault(count, 10),
  LIMIT_LOGIN_FAILURES_PER_ADDRESS: withDefault(count, 50),
  LIMIT_CREATE_DEBATE_PER_MINUTE: withDefault(count, 30),
  LIMIT_NEXT_TURN_PER_MINUTE: withDefault(count, 120),
  LIMIT_AUDIO_PER_MINUTE: withDefault(count, 120),
  LIMIT_PURCHASE_PER_HOUR: withDefault(count, 20),
  LIMIT_PICTURE_PER_MINUTE: withDefault(count, 120),
});

const Variables = z.object({
  NODE_ENV: withDefault(z.enum(["development", "production", "test"]), "production"),
  PORT: withDefault(count.max(65_535), 3000),
  WORKER_HEALTH_PORT: withDefault(count.max(65_535), 0),
  DATA_DIR: withDefault(text, ".data"),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  REDIS_URL: optional(z.url({ protocol: /^rediss?$/ })),
  PUBLIC_ORIGIN: optional(z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin)),
  TRUST_PROXY: withDefault(text, "false"),
  SESSION_SECRET: optional(text.min(16)),
  OPENAI_API_KEY: optional(text),
  OPENAI_BASE_URL: optional(z.url()),
  OPENAI_MODEL: withDefault(text, "gpt-5.4"),
  XAI_API_KEY: optional(text),
  XAI_BASE_URL: optional(z.url()),
  GROK_MODEL: withDefault(text, "grok-4.3"),
  ANTHROPIC_API_KEY: optional(text),
  ANTHROPIC_BASE_URL: optional(z.url()),
  CLAUDE_MODEL: withDefault(text, "claude-sonnet-5-5"),
  TTS_API_KEY: optional(text),
  TTS_BASE_URL: optional(z.url()),
  TTS_MODEL: withDefault(text, "gpt-4o-mini-tts"),
  TTS_VOICES_OPENAI: withDefault(twoVoices, "alloy,echo"),
  TTS_VOICES_GROK: withDefault(twoVoices, "onyx,coral"),
  TTS_VOICES_CLAUDE: withDefault(twoVoices, "sage,fable"),
  PAYPAL_CLIENT_ID: optional(text),
  PAYPAL_CLIENT_SECRET: optional(text),
  PAYPAL_WEBHOOK_ID: optional(text),
  PAYPAL_BASE_URL: withDefault(z.url(), "https://api-m.paypal.com"),
  /** Where the browser finds PayPal's script; PayPal's own address unless a stand-in serves it. */
  PAYPAL_SDK_URL: optional(z.url()),
  /** Where a stand-in of PayPal tells what happened. */
  STANDIN_WEBHOOK_URL: optional(z.url()),
  /** Which providers are stand-ins: shown to people, never acted on. */
  STANDIN_PROVIDERS: withDefault(text, ""),
  STANDIN_FIRST_TOKEN_MS: withDefault(count, 400),
  STANDIN_TOKENS_PER_SECOND: withDefault(z.coerce.number().positive(), 60),
  PRODUCT_NAME: withDefault(text, "Chatbot Debate"),
  COMPANY_NAME: withDefault(text, "Chatbot Debate LLC"),
  CONTACT_EMAIL: withDefault(text, "contact@chatbotdebate.example"),
  OPENAI_LABEL: withDefault(text, "ChatGPT"),
  GROK_LABEL: withDefault(text, "Grok"),
  CLAUDE_LABEL: withDefault(text, "Claude"),
  LOG_LEVEL: withDefault(z.enum(["fatal", "error", "warn", "info", "debug", "silent"]), "info"),
  ...Limits.shape,
});
type Variables = z.infer<typeof Variables>;

/** How to reach the models of one provider. */
export interface ProviderAccess {
  label: string;
  model: string;
  apiKey: string;
  /** Undefined is the vendor's own address. */
  baseUrl: string | undefined;
  isStandIn: boolean;
}

const XAI_BASE_URL = "https://api.x.ai/v1";

const providerAccess = (v: Variables): Record<Provider, ProviderAccess | null> => {
  const standIns = v.STANDIN_PROVIDERS.split(",");
  /** A key or a base URL makes a provider available; compatible servers may ignore the key. */
  const access = (
    id: Provider,
    own: { label: string; model: string; key?: string | undefined; url?: string | undefined },
    defaultUrl?: string,
  ): ProviderAccess | null =>
    own.key === undefined && own.url === undefined
      ? null
      : {
          label: own.label,
          model: own.model,
          apiKey: own.key ?? "unused",
          baseUrl: own.url ?? defaultUrl,
          isStandIn: standIns.includes(id),
        };
  return {
    openai: access("openai", {
      label: v.OPENAI_LABEL,
      model: v.OPENAI_MODEL,
      key: v.OPENAI_API_KEY,
      url: v.OPENAI_BASE_URL,
    }),
    grok: access(
      "grok",
      { label: v.GROK_LABEL, model: v.GROK_MODEL, key: v.XAI_API_KEY, url: v.XAI_BASE_URL },
      XAI_BASE_URL,
    ),
    claude: access("claude", {
      label: v.CLAUDE_LABEL,
      model: v.CLAUDE_MODEL,
      key: v.ANTHROPIC_API_KEY,
      url: v.ANTHROPIC_BASE_URL,
    }),
  };
};

/** How to reach the service that speaks. */
export interface VoiceAccess {
  model: string;
  apiKey: string;
  /** Undefined is the vendor's own address. */
  baseUrl: string | undefined;
  /** Each provider's voice, and the one it has against itself. */
  voices: Record<Provider, readonly [first: string, second: string]>;
}

const voiceAccess = (v: Variables): VoiceAccess | null =>
  v.TTS_API_KEY === undefined && v.TTS_BASE_URL === undefined
    ? null
    : {
        model: v.TTS_MODEL,
        apiKey: v.TTS_API_KEY ?? "unused",
        baseUrl: v.TTS_BASE_URL,
        voices: {
          openai: v.TTS_VOICES_OPENAI,
          grok: v.TTS_VOICES_GROK,
          claude: v.TTS_VOICES_CLAUDE,
        },
      };

/** How to reach PayPal. */
export interface PayPalAccess {
  clientId: string;
  clientSecret: string;
  /** Undefined where no webhook has been set up: then none can be believed. */
  webhookId: string | undefined;
  baseUrl: string;
  /** Undefined is PayPal's own. */
  sdkUrl: string | undefined;
}

const payPalAccess = (v: Variables): PayPalAccess | null =>
  v.PAYPAL_CLIENT_ID === undefined || v.PAYPAL_CLIENT_SECRET === undefined
    ? null
    : {
        clientId: v.PAYPAL_CLIENT_ID,
        clientSecret: v.PAYPAL_CLIENT_SECRET,
        webhookId: v.PAYPAL_WEBHOOK_ID,
        baseUrl: v.PAYPAL_BASE_URL,
        sdkUrl: v.PAYPAL_SDK_URL,
      };

/** `true`, `false`, a number of hops, or addresses, as Express understands them. */
const trustProxy = (value: string): boolean | number | string => {
  if (value === "true" || value === "false") return value === "true";
  return /^\d+$/.test(value) ? Number(value) : value;
};

const configured = (v: Variables) => ({
  mode: v.NODE_ENV,
  port: v.PORT,
  workerHealthPort: v.WORKER_HEALTH_PORT,
  dataDir: v.DATA_DIR,
  databaseUrl: v.DATABASE_URL,
  redisUrl: v.REDIS_URL,
  publicOrigin: v.PUBLIC_ORIGIN,
  trustProxy: trustProxy(v.TRUST_PROXY),
  sessionSecret: v.SESSION_SECRET,
  providers: providerAccess(v),
  voice: voiceAccess(v),
  paypal: payPalAccess(v),
  labels: { openai: v.OPENAI_LABEL, grok: v.GROK_LABEL, claude: v.CLAUDE_LABEL },
  standInPace: {
    firstTokenMs: v.STANDIN_FIRST_TOKEN_MS,
    tokensPerSecond: v.STANDIN_TOKENS_PER_SECOND,
  },
  standInWebhookUrl: v.STANDIN_WEBHOOK_URL,
  productName: v.PRODUCT_NAME,
  companyName: v.COMPANY_NAME,
  contactEmail: v.CONTACT_EMAIL,
  logLevel: v.LOG_LEVEL,
  limits: {
    registerPerHour: v.LIMIT_REGISTER_PER_HOUR,
    loginFailuresPerAccount: v.LIMIT_LOGIN_FAILURES_PER_ACCOUNT,
    loginFailuresPerAddress: v.LIMIT_LOGIN_FAILURES_PER_ADDRESS,
    createDebatePerMinute: v.LIMIT_CREATE_DEBATE_PER_MINUTE,
    nextTurnPerMinute: v.LIMIT_NEXT_TURN_PER_MINUTE,
    audioPerMinute: v.LIMIT_AUDIO_PER_MINUTE,
    purchasePerHour: v.LIMIT_PURCHASE_PER_HOUR,
    picturePerMinute: v.LIMIT_PICTURE_PER_MINUTE,
  },
});

export type Env = ReturnType<typeof configured>;

/** The only reader of the environment. Throws one sentence for each variable that is wrong. */
export const readEnv = (variables: Record<string, string | undefined> = process.env): Env => {
  const parsed = Variables.safeParse(variables);
  if (parsed.success) return configured(parsed.data);
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`The environment is not usable.\n${wrong.join("\n")}`);
};

/** Providers a bot or judge can use, in the house order. */
export const availableProviders = (env: Pick<Env, "providers">): Provider[] =>
  PROVIDERS.filter((id) => env.providers[id] !== null);

/** A variable that this process cannot do without. */
export const required = <T>(value: T | undefined, name: string): T => {
  if (value === undefined) throw new Error(`${name} is not set. See the configuration table.`);
  return value;
};
