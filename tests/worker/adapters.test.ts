import { inspect } from "node:util";
import { readEnv } from "#infra/env.ts";
import { type FakeServers, startFakes } from "#infra/dev/fakes/start-fakes.ts";
import { PROVIDER_DEFINITIONS, PROVIDERS, type Provider } from "#shared/domain/provider.ts";
import type { ChatRequest } from "#worker/llm/chat-model.ts";
import { createChatModels } from "#worker/llm/create-chat-models.ts";
import { ProviderError } from "#worker/llm/provider-error.ts";
import { buildSpeakerPrompt } from "#worker/prompts/speaker-prompt.ts";
import { buildModelUrlVariables, TEST_TIMEOUT_MS } from "../harness.ts";

type Fault = Parameters<FakeServers["faults"]["add"]>[0];

const KEY = "sk-a-very-secret-key";
const TIMEOUTS = {
  firstByteMs: TEST_TIMEOUT_MS,
  silenceMs: TEST_TIMEOUT_MS,
  totalMs: TEST_TIMEOUT_MS,
};
/** Short timeouts for a provider that does not answer or stops sending. */
const SHORT_TIMEOUTS = { firstByteMs: 500, silenceMs: 500 };
const REQUEST = buildSpeakerPrompt({
  debate: { topic: "Cities should ban cars", language: "en", format: "standard", maxTurns: 2 },
  turn: { turnNumber: 1, role: "bot_a", type: "opening" },
  speeches: [],
});

let fakes: FakeServers;
beforeAll(async () => {
  fakes = await startFakes({ firstTokenMs: 1, tokensPerSecond: 5000 });
});
afterAll(() => fakes.close());
afterEach(() => {
  fakes.faults.clear();
  fakes.requests.clear();
});

const modelsWith = (key: string, timeouts: Partial<typeof TIMEOUTS> = {}) => {
  const keys = PROVIDERS.map((id) => [PROVIDER_DEFINITIONS[id].variables.key, key]);
  const env = readEnv({
    ...Object.fromEntries(keys),
    ...buildModelUrlVariables((id) => fakes.baseUrls[id]),
  });
  return createChatModels({ ...env, providerTimeouts: { ...TIMEOUTS, ...timeouts } });
};

const streamOf = (
  provider: Provider,
  signal = new AbortController().signal,
  key = KEY,
  timeouts: Partial<typeof TIMEOUTS> = {},
) => {
  const model = modelsWith(key, timeouts).get(provider);
  if (!model) throw new Error(`${provider} is not available`);
  return model.stream(REQUEST, signal);
};

const readStream = async (...asked: Parameters<typeof streamOf>) => {
  let text = "";
  for await (const chunk of streamOf(...asked)) text += chunk;
  return text;
};

/** Returns the error of generating a speech while the provider has this fault. */
const failure = async (
  provider: Provider,
  fault: Fault,
  timeouts: Partial<typeof TIMEOUTS> = {},
): Promise<ProviderError> => {
  fakes.faults.add({ kind: "turn", ...fault });
  const err: unknown = await readStream(provider, undefined, KEY, timeouts).catch(
    (thrown: unknown) => thrown,
  );
  if (!(err instanceof ProviderError))
    throw new Error(`expected a provider error, got ${String(err)}`);
  return err;
};

describe.each(PROVIDERS)("%s", (provider) => {
  const { label, protocol } = PROVIDER_DEFINITIONS[provider];

  it("streams a speech to its end", async () => {
    expect((await readStream(provider)).split(/\s+/).length).toBeGreaterThan(60);
  });

  it("sends its own model and a token limit in a single request", async () => {
    await readStream(provider);
    const [request] = fakes.requests.all({ provider });
    const cap = protocol === "anthropic" ? "max_tokens" : "max_completion_tokens";
    expect(request?.body).toMatchObject({ stream: true, [cap]: REQUEST.maxTokens });
    expect(fakes.requests.all()).toHaveLength(1);
  });

  it("keeps a speech that reached the token limit", async () => {
    const model = modelsWith(KEY).get(provider);
    const short: ChatRequest = { ...REQUEST, maxTokens: 20 };
    let text = "";
    for await (const chunk of model?.stream(short, new AbortController().signal) ?? [])
      text += chunk;
    expect(text.split(/\s+/).length).toBeGreaterThan(5);
  });

  it.each<[string, Fault, Partial<ProviderError>]>([
    ["429", { effect: "status", status: 429 }, { code: "rate_limited", isRetryable: true }],
    ["529", { effect: "status", status: 529 }, { code: "overloaded", isRetryable: true }],
    ["503", { effect: "status", status: 503 }, { code: "overloaded", isRetryable: true }],
    ["500", { effect: "status", status: 500 }, { code: "overloaded", isRetryable: true }],
    ["400", { effect: "status", status: 400 }, { code: "rejected", isRetryable: false }],
    ["404", { effect: "status", status: 404 }, { code: "misconfigured", isRetryable: false }],
    ["308", { effect: "status", status: 308 }, { code: "misconfigured", isRetryable: false }],
    [
      "a reset",
      { effect: "reset", after: 10, tokensPerSecond: 40 },
      { code: "interrupted", isRetryable: true },
    ],
    ["a clean cut", { effect: "cut", after: 10 }, { code: "interrupted", isRetryable: true }],
    ["a stall", { effect: "stall", after: 10 }, { code: "interrupted", isRetryable: true }],
    [
      "a broken frame",
      { effect: "malformed", after: 5 },
      { code: "interrupted", isRetryable: true },
    ],
    ["an error event", { effect: "error", after: 10 }, { code: "overloaded", isRetryable: true }],
    ["a refusal", { effect: "refuse" }, { code: "refused", isRetryable: false }],
    ["a content filter", { effect: "filter", after: 10 }, { code: "refused", isRetryable: false }],
  ])("maps %s to the matching error, after a single request", async (_what, fault, expected) => {
    const timeouts = fault.effect === "stall" ? { silenceMs: SHORT_TIMEOUTS.silenceMs } : {};
    const err = await failure(provider, fault, timeouts);
    expect(err).toMatchObject(expected);
    expect(err.message.startsWith(label)).toBe(true);
    expect(fakes.requests.all()).toHaveLength(1);
  });

  it("fails as unreachable after an early reset, asked at most twice", async () => {
    // Prepares the fault twice. If the first one breaks a kept-alive connection, the request is
    // repeated on a new one.
    fakes.faults.add({ kind: "turn", effect: "reset" });
    const err = await failure(provider, { effect: "reset" });
    expect(err).toMatchObject({ code: "unreachable", isRetryable: true });
    expect(fakes.requests.all().length).toBeLessThanOrEqual(2);
  });

  it("fails as unreachable when the provider never answers", async () => {
    const { firstByteMs } = SHORT_TIMEOUTS;
    const err = await failure(provider, { firstTokenMs: 10 * TEST_TIMEOUT_MS }, { firstByteMs });
    expect(err).toMatchObject({ code: "unreachable", isRetryable: true });
  });

  it("waits for a slow provider as long as tokens arrive", async () => {
    fakes.faults.add({ firstTokenMs: 100, tokensPerSecond: 200 });
    expect(await readStream(provider)).not.toBe("");
  });

  it("uses a short Retry-After as its delay, and fails for good when it is an hour", async () => {
    const soon = { effect: "status", status: 429, retryAfter: 7 } as const;
    expect(await failure(provider, soon)).toMatchObject({ retryAfterMs: 7000, isRetryable: true });
    const headers = { "retry-after-ms": "1500" };
    expect(await failure(provider, { ...soon, headers })).toMatchObject({ retryAfterMs: 1500 });
    expect(await failure(provider, { ...soon, retryAfter: 3600 })).toMatchObject({
      code: "rate_limited",
      isRetryable: false,
      message: `${label} is busy. Try again in 60 minutes.`,
    });
  });

  it("reports a wrong key as a misconfiguration, without repeating the key", async () => {
    const err: unknown = await readStream(provider, undefined, "bad-key").catch((e: unknown) => e);
    expect(err).toMatchObject({ code: "misconfigured", isRetryable: false });
    expect(inspect(err, { depth: null })).not.toContain("bad-key");
  });

  it("stops at once when aborted, with the abort's reason", async () => {
    const control = new AbortController();
    fakes.faults.add({ tokensPerSecond: 50 });
    const reason = new Error("enough");
    const listen = async () => {
      for await (const chunk of streamOf(provider, control.signal))
        if (chunk !== "") control.abort(reason);
    };
    await expect(listen()).rejects.toBe(reason);
  });
});

it("fails as unreachable when the connection is refused", async () => {
  const env = readEnv({ OPENAI_BASE_URL: "http://127.0.0.1:9/v1" });
  const stream = createChatModels(env).get("openai")?.stream(REQUEST, new AbortController().signal);
  await expect(stream?.[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    code: "unreachable",
    message: "ChatGPT could not be reached. Try again in a minute.",
  });
});
