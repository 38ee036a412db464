import { PROVIDER_DEFINITIONS, type Provider } from "#shared/domain/provider.ts";

/** Returns the base URL of a provider's fake, in the form that the vendor's SDK expects. */
export const buildFakeUrl = (provider: Provider, port: number): string => {
  const origin = `http://127.0.0.1:${port}/${provider}`;
  return PROVIDER_DEFINITIONS[provider].protocol === "openai" ? `${origin}/v1` : origin;
};
