import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { readEnv } from "#infra/env.ts";
import {
  allowsSamples,
  buildDatabaseVariables,
  buildNoProxyVariables,
  usesFakePayPal,
  buildFakeProviderVariables,
  buildFakeVoiceVariables,
} from "#infra/dev/launcher/launch-plan.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import { computePriceMicrodollars } from "#shared/domain/billing/spending.ts";

describe("the fakes", () => {
  it("have a price of 0 besides a real provider with its own price", () => {
    const fakeProviders = PROVIDERS.filter((id) => id !== "openai");
    const { providers, voice, spending } = readEnv({
      OPENAI_API_KEY: "real",
      PRICES: '{"*": {"input": 9, "output": 9, "characters": 9}}',
      ...buildFakeProviderVariables(fakeProviders, 4000),
      ...buildFakeVoiceVariables(4000),
    });
    const amounts = { inputTokens: 1000, outputTokens: 1000, characters: 1000 };
    const priceAt = (service: { model: string } | null) =>
      computePriceMicrodollars(spending.prices, service?.model ?? "*", amounts);
    expect(fakeProviders.map((id) => priceAt(providers[id]))).toEqual(fakeProviders.map(() => 0));
    expect(priceAt(voice)).toBe(0);
    expect(priceAt(providers.openai)).toBe(17_500);
  });
});

it("the fakes are reached without a proxy", () => {
  const getHosts = (variables: Record<string, string>) =>
    readEnv({ ...variables, ...buildNoProxyVariables(readEnv(variables)) }).proxies.noProxy;
  expect(getHosts({})).toBe("127.0.0.1");
  expect(getHosts({ NO_PROXY: "a.example" })).toBe("a.example,127.0.0.1");
  expect(getHosts({ NO_PROXY: "no", no_proxy: "b.example" })).toBe("b.example,127.0.0.1");
});

/** A folder with a file that contains a secret, as containers provide secrets. */
let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "debate-plan-"));
  file = path.join(folder, "secret");
  await writeFile(file, "a-secret\n");
});
afterAll(() => rm(folder, { recursive: true }));

it("the embedded database's URL takes precedence over all other database variables", () => {
  const url = "postgres://postgres:its-own@127.0.0.1:5432/debate";
  for (const otherVariables of [
    { DATABASE_PASSWORD: "another" },
    { DATABASE_PASSWORD_FILE: file },
    { DATABASE_URL_FILE: file },
  ])
    expect(readEnv({ ...otherVariables, ...buildDatabaseVariables(url) }).databaseUrl).toBe(url);
});

it("samples are only added in demo mode with the embedded database", () => {
  const allows = (variables: Record<string, string>) => allowsSamples(readEnv(variables));
  expect(allows({})).toBe(true);
  for (const variables of [
    { SAMPLES: "off" },
    { DATABASE_URL: "postgres://localhost/debate" },
    { OPENAI_API_KEY: "real" },
    { ANTHROPIC_API_KEY_FILE: file },
    { TTS_API_KEY: "real" },
    { MODERATION_API_KEY: "real" },
  ])
    expect({ variables, allowed: allows(variables) }).toEqual({ variables, allowed: false });
});

describe("the PayPal fake", () => {
  const usesFake = (variables: Record<string, string>): boolean =>
    usesFakePayPal(readEnv(variables), variables);

  it("is used if PayPal is not configured", () => {
    expect(usesFake({})).toBe(true);
    expect(usesFake({ PAYPAL_CLIENT_ID: "", PAYPAL_BASE_URL: "" })).toBe(true);
  });

  it("is not used if PayPal is configured in the environment", () => {
    expect(usesFake({ PAYPAL_CLIENT_ID: "one of PayPal's" })).toBe(false);
    expect(usesFake({ PAYPAL_BASE_URL: "https://api-m.sandbox.paypal.com" })).toBe(false);
  });

  it("is not used if PayPal is configured in a file", () => {
    expect(usesFake({ PAYPAL_CLIENT_ID_FILE: file })).toBe(false);
  });
});
