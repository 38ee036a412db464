import { availableProviders, readEnv } from "#infra/env.ts";

describe("the environment", () => {
  it("needs nothing: every variable has a default or may be missing", () => {
    const env = readEnv({});
    expect([env.port, env.dataDir, env.trustProxy]).toEqual([3000, ".data", false]);
    expect(availableProviders(env)).toEqual([]);
  });

  it("takes an empty variable for an unset one", () => {
    expect(readEnv({ PORT: "", OPENAI_API_KEY: "", REDIS_URL: "" })).toEqual(readEnv({}));
  });

  it("makes a provider available by a key or by a base URL", () => {
    const env = readEnv({ XAI_API_KEY: "k", OPENAI_BASE_URL: "http://localhost:11434/v1" });
    expect(availableProviders(env)).toEqual(["openai", "grok"]);
    expect(env.providers.grok?.baseUrl).toBe("https://api.x.ai/v1");
  });

  it("has PayPal once it has a client id and its secret, live unless told otherwise", () => {
    expect(readEnv({ PAYPAL_CLIENT_ID: "id" }).paypal).toBeNull();
    expect(readEnv({ PAYPAL_CLIENT_ID: "id", PAYPAL_CLIENT_SECRET: "s" }).paypal).toEqual({
      clientId: "id",
      clientSecret: "s",
      webhookId: undefined,
      baseUrl: "https://api-m.paypal.com",
      sdkUrl: undefined,
    });
  });

  it.each([
    ["2", 2],
    ["true", true],
    ["loopback, 10.0.0.0/8", "loopback, 10.0.0.0/8"],
  ])("reads TRUST_PROXY=%s", (value, trusted) => {
    expect(readEnv({ TRUST_PROXY: value }).trustProxy).toBe(trusted);
  });

  it("says in a sentence what is wrong, for each variable, and never its value", () => {
    const read = () => readEnv({ PORT: "eighty", SESSION_SECRET: "short-secret" });
    expect(read).toThrow(/PORT: /);
    expect(read).toThrow(/SESSION_SECRET: /);
    expect(read).not.toThrow(/short-secret/);
  });
});
