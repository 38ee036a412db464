import { PROVIDERS, type Provider } from "#shared/domain/provider.ts";

type Variables = Record<string, string | undefined>;

/** The variables that make each provider real, and the one a stand-in's address goes to. */
const REACHED_BY = {
  openai: { key: "OPENAI_API_KEY", url: "OPENAI_BASE_URL" },
  grok: { key: "XAI_API_KEY", url: "XAI_BASE_URL" },
  claude: { key: "ANTHROPIC_API_KEY", url: "ANTHROPIC_BASE_URL" },
} as const satisfies Record<Provider, { key: string; url: string }>;

const isSet = (value: string | undefined) => value !== undefined && value !== "";

/** Providers without a key and without an address: a stand-in speaks for them. */
export const standInProviders = (variables: Variables): Provider[] =>
  PROVIDERS.filter(
    (p) => !isSet(variables[REACHED_BY[p].key]) && !isSet(variables[REACHED_BY[p].url]),
  );

/** Whether a stand-in speaks the turns: without a key and without an address. */
export const isVoiceStandIn = (variables: Variables): boolean =>
  !isSet(variables["TTS_API_KEY"]) && !isSet(variables["TTS_BASE_URL"]);

/** What the stand-in voice adds to the environment of API and worker. */
export const standInVoice = (port: number): Record<string, string> => ({
  TTS_BASE_URL: `http://127.0.0.1:${port}/tts/v1`,
  TTS_API_KEY: "stand-in",
});

/** Where the stand-ins' server speaks for each provider. */
export const standInAddresses = (port: number): Record<Provider, string> => ({
  openai: `http://127.0.0.1:${port}/openai/v1`,
  grok: `http://127.0.0.1:${port}/xai/v1`,
  claude: `http://127.0.0.1:${port}/anthropic`,
});

/** What a provider's stand-in adds to the environment of API and worker. */
export const standInVariables = (
  providers: readonly Provider[],
  addresses: Record<Provider, string>,
): Record<string, string> => ({
  STANDIN_PROVIDERS: providers.join(","),
  ...Object.fromEntries(
    providers.flatMap((p) => [
      [REACHED_BY[p].url, addresses[p]],
      [REACHED_BY[p].key, "stand-in"],
    ]),
  ),
});

/** Whether nobody has said how to reach PayPal: then a stand-in takes its place. */
export const isPayPalStandIn = (variables: Variables): boolean =>
  !isSet(variables["PAYPAL_CLIENT_ID"]) && !isSet(variables["PAYPAL_BASE_URL"]);

/** What PayPal's stand-in adds to the environment of API and worker. */
export const standInPayPalVariables = (port: number): Record<string, string> => ({
  PAYPAL_CLIENT_ID: "stand-in",
  PAYPAL_CLIENT_SECRET: "stand-in",
  PAYPAL_WEBHOOK_ID: "stand-in",
  PAYPAL_BASE_URL: `http://127.0.0.1:${port}/paypal`,
  PAYPAL_SDK_URL: `http://127.0.0.1:${port}/paypal/sdk/js`,
});

/** Where PayPal's stand-in tells the API at this port what happened. */
export const webhookUrlOf = (apiPort: number): string =>
  `http://127.0.0.1:${apiPort}/api/webhooks/paypal`;

/** The variable to set for the real one. */
export const keyVariable = (provider: Provider): string => REACHED_BY[provider].key;
