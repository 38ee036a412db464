import type { Provider } from "#shared/domain/provider.ts";
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

const XAI_BASE_URL = "https://api.x.ai/v1";

export const providerAccess = (v: Variables): Record<Provider, ProviderAccess | null> => {
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

export const voiceAccess = (v: Variables): VoiceAccess | null =>
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
