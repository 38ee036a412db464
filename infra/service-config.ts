import { mapProviders, PROVIDER_DEFINITIONS, type Provider } from "#shared/domain/provider.ts";
import { FAKE_VOICE_LANGUAGES, type VoiceLanguages } from "#shared/domain/audio/voice-languages.ts";
import { isFree } from "#shared/domain/billing/spending.ts";
import type { TracingConfig } from "./tracing/tracer.ts";
import type { Variables } from "./variables.ts";

/** What fakes get in place of a key or a client id. No real service accepts it. */
export const FAKE_CREDENTIAL = "stand-in";

export interface ProviderConfig {
  label: string;
  model: string;
  apiKey: string;
  /** Base URL of the API. If it is undefined, the SDK uses the address of the vendor. */
  baseUrl: string | undefined;
  isFake: boolean;
}

/**
 * A provider is available if it has an API key or a base URL. Compatible servers may need no key.
 */
export const readProviderConfigs = (v: Variables): Record<Provider, ProviderConfig | null> => {
  const fakeProviders = v.STANDIN_PROVIDERS.split(",");
  return mapProviders((id) => {
    const { variables, baseUrl: defaultUrl } = PROVIDER_DEFINITIONS[id];
    const [key, url] = [v[variables.key], v[variables.baseUrl]];
    if (key === undefined && url === undefined) return null;
    return {
      label: v[variables.label],
      model: v[variables.model],
      apiKey: key ?? "unused",
      baseUrl: url ?? defaultUrl ?? undefined,
      isFake: fakeProviders.includes(id),
    };
  });
};

export interface VoiceConfig {
  model: string;
  apiKey: string;
  /** Base URL of the API. If it is undefined, the SDK uses the address of the vendor. */
  baseUrl: string | undefined;
  /** Two voices per provider; the second is used if a provider debates itself. */
  voices: Record<Provider, readonly [first: string, second: string]>;
  /**
   * The voices of the speakers Blue and Red in blind debates. No provider speaks with one of them.
   */
  blindVoices: readonly [blue: string, red: string];
  languages: VoiceLanguages;
  isFake: boolean;
}

export const readVoiceConfig = (v: Variables): VoiceConfig | null =>
  v.TTS_API_KEY === undefined && v.TTS_BASE_URL === undefined
    ? null
    : {
        model: v.TTS_MODEL,
        apiKey: v.TTS_API_KEY ?? "unused",
        baseUrl: v.TTS_BASE_URL,
        voices: mapProviders((id) => v[PROVIDER_DEFINITIONS[id].variables.voices]),
        blindVoices: v.TTS_VOICES_BLIND,
        languages: v.TTS_API_KEY === FAKE_CREDENTIAL ? FAKE_VOICE_LANGUAGES : v.TTS_LANGUAGES,
        isFake: v.TTS_API_KEY === FAKE_CREDENTIAL,
      };

export interface ModerationConfig {
  model: string;
  apiKey: string;
  baseUrl: string;
  /** Whether requests cost nothing, as with OpenAI's moderation model. */
  isFree: boolean;
}

const OPENAI_BASE_URL = "https://api.openai.com/v1";

/**
 * Moderation uses the API key of OpenAI, unless it is configured separately or OPENAI_BASE_URL
 * leads to another server.
 */
export const readModerationConfig = (v: Variables): ModerationConfig | null => {
  const sharedKey = v.OPENAI_BASE_URL === undefined ? v.OPENAI_API_KEY : undefined;
  const apiKey =
    v.MODERATION_API_KEY ?? (v.MODERATION_BASE_URL === undefined ? sharedKey : "unused");
  if (apiKey === undefined) return null;
  return {
    model: v.MODERATION_MODEL,
    apiKey,
    baseUrl: v.MODERATION_BASE_URL ?? OPENAI_BASE_URL,
    isFree: isFree(v.PRICES, v.MODERATION_MODEL),
  };
};

export interface PayPalConfig {
  clientId: string;
  clientSecret: string;
  /** PayPal's id of the webhook. If it is undefined, no webhook event can be verified. */
  webhookId: string | undefined;
  baseUrl: string;
  /** Address of PayPal's browser SDK. If it is undefined, PayPal's own address is used. */
  sdkUrl: string | undefined;
  isFake: boolean;
}

export const readPayPalConfig = (v: Variables): PayPalConfig | null =>
  v.PAYPAL_CLIENT_ID === undefined || v.PAYPAL_CLIENT_SECRET === undefined
    ? null
    : {
        clientId: v.PAYPAL_CLIENT_ID,
        clientSecret: v.PAYPAL_CLIENT_SECRET,
        webhookId: v.PAYPAL_WEBHOOK_ID,
        baseUrl: v.PAYPAL_BASE_URL,
        sdkUrl: v.PAYPAL_SDK_URL,
        isFake: v.PAYPAL_CLIENT_ID === FAKE_CREDENTIAL,
      };

export interface EmailConfig {
  /** Address of the SMTP server, with its credentials. */
  url: string;
  from: { name: string; address: string };
}

/**
 * Origin of links in emails. Never taken from a request's Host header, because an attacker could
 * then make the server send emails with links to another site.
 */
export const getPublicOrigin = (v: Variables): string =>
  v.PUBLIC_ORIGIN ?? `http://localhost:${v.PORT}`;

export const readEmailConfig = (v: Variables): EmailConfig | null =>
  v.SMTP_URL === undefined
    ? null
    : {
        url: v.SMTP_URL,
        from: v.MAIL_FROM ?? { name: v.PRODUCT_NAME, address: v.CONTACT_EMAIL },
      };

/** OTLP endpoint for traces; null if none is configured. */
export const readTracingConfig = (v: Variables): TracingConfig | null =>
  v.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? null
    : {
        url: `${v.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, "")}/v1/traces`,
        headers: v.OTEL_EXPORTER_OTLP_HEADERS ?? {},
        sampleRatio: v.OTEL_TRACES_SAMPLER_ARG,
      };
