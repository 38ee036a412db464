import { PROVIDER_FACTS, type Provider } from "#shared/domain/provider.ts";

/** Where the stand-ins' server, at this port, speaks for a provider; as its SDK wants to be told. */
export const standInUrl = (provider: Provider, port: number): string => {
  const origin = `http://127.0.0.1:${port}/${provider}`;
  return PROVIDER_FACTS[provider].wire === "openai" ? `${origin}/v1` : origin;
};
