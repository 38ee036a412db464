import { forEachProvider, PROVIDER_FACTS, type Provider } from "#shared/domain/provider.ts";
import { isFree } from "#shared/domain/spending.ts";
import type { TraceAccess } from "./tracing/tracing.ts";
import type { Variables } from "./variables.ts";

/** How to reach the models of one provider. */
export interface ProviderAccess {
  label: string;
  model: string;
  apiKey: string;
  /** Undefined is the vendor's own address. */
  baseUrl: string | undefined;
  isStandIn: boolean;
}

/** A key or a base URL makes a provider available; compatible servers may ignore the key. */
export const providerAccess = (v: Variables): Record<Provider, ProviderAccess | null> => {
  const standIns = v.STANDIN_PROVIDERS.split(",");
  return forEachProvider((id) => {
    const { variables, baseUrl: ownUrl } = PROVIDER_FACTS[id];
    const [key, url] = [v[variables.key], v[variables.baseUrl]];
    if (key === undefined && url === undefined) return null;
    return {
      label: v[variables.label],
      model: v[variables.model],
      apiKey: key ?? "unused",
      baseUrl: url ?? ownUrl ?? undefined,
      isStandIn: standIns.includes(id),
    };
  });
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

export const voiceAccess = (v: Variables): VoiceAccess | null =>
  v.TTS_API_KEY === undefined && v.TTS_BASE_URL === undefined
    ? null
    : {
        model: v.TTS_MODEL,
        apiKey: v.TTS_API_KEY ?? "unused",
        baseUrl: v.TTS_BASE_URL,
        voices: forEachProvider((id) => v[PROVIDER_FACTS[id].variables.voices]),
      };

/** How to reach the service that says whether a text may hurt somebody. */
export interface ModerationAccess {
  model: string;
  apiKey: string;
  baseUrl: string;
  /** Whether its requests cost nothing, as OpenAI's do. */
  isFree: boolean;
}

const OPENAI_URL = "https://api.openai.com/v1";

/** Where OpenAI itself speaks, its key is good for its moderation too. */
export const moderationAccess = (v: Variables): ModerationAccess | null => {
  const own = v.OPENAI_BASE_URL === undefined ? v.OPENAI_API_KEY : undefined;
  const apiKey = v.MODERATION_API_KEY ?? (v.MODERATION_BASE_URL === undefined ? own : "unused");
  if (apiKey === undefined) return null;
  return {
    model: v.MODERATION_MODEL,
    apiKey,
    baseUrl: v.MODERATION_BASE_URL ?? OPENAI_URL,
    isFree: isFree(v.PRICES, v.MODERATION_MODEL),
  };
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

export const payPalAccess = (v: Variables): PayPalAccess | null =>
  v.PAYPAL_CLIENT_ID === undefined || v.PAYPAL_CLIENT_SECRET === undefined
    ? null
    : {
        clientId: v.PAYPAL_CLIENT_ID,
        clientSecret: v.PAYPAL_CLIENT_SECRET,
        webhookId: v.PAYPAL_WEBHOOK_ID,
        baseUrl: v.PAYPAL_BASE_URL,
        sdkUrl: v.PAYPAL_SDK_URL,
      };

/** How to send mail. */
export interface MailAccess {
  /** Of an SMTP server, with whatever it asks for. */
  url: string;
  from: string;
}

/**
 * Where the product lives, for the links in mails: never where a request says that it was sent to, or
 * somebody could have links sent that lead elsewhere.
 */
export const ownOrigin = (v: Variables): string => v.PUBLIC_ORIGIN ?? `http://localhost:${v.PORT}`;

export const mailAccess = (v: Variables): MailAccess | null =>
  v.SMTP_URL === undefined
    ? null
    : {
        url: v.SMTP_URL,
        from: v.MAIL_FROM ?? `${v.PRODUCT_NAME} <${v.CONTACT_EMAIL}>`,
      };

/** Where traces go: to a collector's usual door. Null where none is named. */
export const traceAccess = (v: Variables): TraceAccess | null =>
  v.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? null
    : {
        url: `${v.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, "")}/v1/traces`,
        headers: v.OTEL_EXPORTER_OTLP_HEADERS ?? {},
        share: v.OTEL_TRACES_SAMPLER_ARG,
      };
