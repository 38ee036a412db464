import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { type FakeServers, startFakes } from "#infra/dev/fakes/start-fakes.ts";
import { findLiteralQuotes } from "#shared/domain/debates/judging/literal-quotes.ts";
import { waitUntil } from "#tests/harness.ts";

const SPEAKER_PROMPT = [
  "Motion: Should cities ban private cars from their centres?",
  "Format: Oxford Style",
  "Your side: Against",
  "Speech: rebuttal",
  "Turn: 4 of 10",
].join("\n");
const PREVIOUS_TURN = "Traffic turns every street into a corridor that nobody wants to stand in.";
const DEBATE = `<debate>\n[Turn 3, For]\n${PREVIOUS_TURN}\n</debate>`;
const JUDGE_PROMPT = `<debate>\n</debate>\n\nJudge this turn:\n[Turn 3, For]\n${PREVIOUS_TURN}`;

const TURN_SCHEMA = {
  type: "object",
  properties: {
    score: { type: "integer" },
    feedback: { type: "string" },
    ruling: { type: "string" },
    quotes: { type: "array", items: { type: "string" } },
  },
  required: ["score", "feedback", "ruling", "quotes"],
  additionalProperties: false,
} as const;

let fakes: FakeServers;
let openai: OpenAI;
let claude: Anthropic;

const quiet = { maxRetries: 0, logLevel: "off" } as const;

beforeEach(async () => {
  fakes = await startFakes({ firstTokenMs: 0, tokensPerSecond: 100_000 });
  openai = new OpenAI({ baseURL: fakes.baseUrls.openai, apiKey: "any", ...quiet });
  claude = new Anthropic({ baseURL: fakes.baseUrls.claude, apiKey: "any", ...quiet });
});
afterEach(() => fakes.close());

const CHAT: OpenAI.ChatCompletionCreateParamsNonStreaming = {
  model: "gpt-5.1",
  messages: [
    { role: "system", content: SPEAKER_PROMPT },
    { role: "user", content: DEBATE },
  ],
};
const chat = (more: Partial<OpenAI.ChatCompletionCreateParamsNonStreaming> = {}) =>
  openai.chat.completions.create({ ...CHAT, ...more });
const chatStream = (more: Partial<OpenAI.ChatCompletionCreateParamsStreaming> = {}) =>
  openai.chat.completions.create({ ...CHAT, ...more, stream: true });

const MESSAGE: Anthropic.MessageCreateParamsNonStreaming = {
  model: "stand-in",
  max_tokens: 2000,
  system: SPEAKER_PROMPT,
  messages: [{ role: "user", content: DEBATE }],
};
const message = (more: Partial<Anthropic.MessageCreateParamsNonStreaming> = {}) =>
  claude.messages.create({ ...MESSAGE, ...more });
const messageStream = (more: Partial<Anthropic.MessageStreamParams> = {}) =>
  claude.messages.stream({ ...MESSAGE, ...more });

const collect = async <T>(stream: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const one of stream) all.push(one);
  return all;
};

const textOf = ({ content }: Anthropic.Message): string =>
  content.map((block) => (block.type === "text" ? block.text : "")).join("");

/** Reads a stream to its end or error. Returns what was received, and the error or null. */
const readUntilError = async <T>(stream: Promise<AsyncIterable<T>>) => {
  const came: T[] = [];
  try {
    for await (const one of await stream) came.push(one);
    return { came, error: null };
  } catch (error) {
    return { came, error };
  }
};

describe("the fake's chat completions", () => {
  test("have the vendor's format, headers and usage", async () => {
    const { data, request_id } = await chat().withResponse();
    const [choice] = data.choices;
    expect(choice).toMatchObject({ finish_reason: "stop", message: { role: "assistant" } });
    expect(choice?.message.content).toContain(PREVIOUS_TURN.slice(0, 20));
    expect(data.usage?.total_tokens).toBe(
      (data.usage?.prompt_tokens ?? 0) + (data.usage?.completion_tokens ?? 0),
    );
    expect(request_id).toMatch(/^req_/);
  });

  test("stream the same text, then the finish reason, then the usage if requested", async () => {
    const chunks = await collect(await chatStream({ stream_options: { include_usage: true } }));
    const whole = await chat();
    expect(chunks[0]?.choices[0]?.delta).toMatchObject({ role: "assistant", content: "" });
    const text = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? "").join("");
    expect(text).toBe(whole.choices[0]?.message.content);
    expect(chunks.at(-2)?.choices[0]).toMatchObject({ delta: {}, finish_reason: "stop" });
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { ...whole.usage } });
    const reasons = chunks.filter((chunk) => chunk.choices[0]?.finish_reason);
    expect(reasons).toHaveLength(1);
  });

  test("omit the usage of a stream unless requested", async () => {
    const chunks = await collect(await chatStream());
    expect(chunks.every((chunk) => chunk.usage === undefined)).toBe(true);
  });

  test("stop at the token limit", async () => {
    const { choices, usage } = await chat({ max_completion_tokens: 12 });
    expect(choices[0]?.finish_reason).toBe("length");
    expect(usage?.completion_tokens).toBe(12);
  });

  test("give a judgement in the schema's shape", async () => {
    const reply = await chat({
      messages: [
        { role: "system", content: "You are the judge." },
        { role: "user", content: JUDGE_PROMPT },
      ],
      response_format: {
        type: "json_schema",
        json_schema: { name: "turn", schema: TURN_SCHEMA, strict: true },
      },
    });
    const judgement = JSON.parse(reply.choices[0]?.message.content ?? "");
    expect(judgement).toEqual({
      score: expect.any(Number),
      feedback: expect.any(String),
      ruling: expect.any(String),
      quotes: [expect.any(String)],
    });
    expect(findLiteralQuotes(judgement.quotes, PREVIOUS_TURN)).toEqual(judgement.quotes);
  });

  test("are also served at xAI's URL, as another provider", async () => {
    const grok = new OpenAI({ baseURL: fakes.baseUrls.grok, apiKey: "any", ...quiet });
    await grok.chat.completions.create({
      model: "grok-4",
      messages: [{ role: "user", content: "Tea?" }],
    });
    expect(fakes.requests.all()).toMatchObject([{ provider: "grok", outcome: "finished" }]);
  });
});

describe("the fake's messages", () => {
  test("have the vendor's format, headers and usage", async () => {
    const { data, request_id } = await message().withResponse();
    expect(data).toMatchObject({ type: "message", role: "assistant", stop_reason: "end_turn" });
    expect(textOf(data)).toContain(PREVIOUS_TURN.slice(0, 20));
    expect(data.usage.output_tokens).toBeGreaterThan(50);
    expect(request_id).toMatch(/^req_/);
  });

  test("stream the same text in the vendor's order of events", async () => {
    const stream = messageStream();
    const types = (await collect(stream)).map((event) => event.type);
    expect([...new Set(types)]).toEqual([
      "message_start",
      "content_block_start",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "message_stop",
    ]);
    const final = await stream.finalMessage();
    const whole = await message();
    expect(textOf(final)).toBe(textOf(whole));
    expect(final.stop_reason).toBe("end_turn");
    expect(final.usage.output_tokens).toBe(whole.usage.output_tokens);
  });

  test("stop at the token limit", async () => {
    const reply = await message({ max_tokens: 12 });
    expect(reply).toMatchObject({ stop_reason: "max_tokens", usage: { output_tokens: 12 } });
  });

  test("give a judgement in the schema's shape", async () => {
    const reply = await message({
      system: "You are the judge.",
      messages: [{ role: "user", content: JUDGE_PROMPT }],
      output_config: { format: { type: "json_schema", schema: TURN_SCHEMA } },
    });
    expect(JSON.parse(textOf(reply))).toMatchObject({ quotes: [expect.any(String)] });
  });
});

describe("the fakes' errors", () => {
  test("reject an invalid key in the vendor's format", async () => {
    const clientWithBadKey = new OpenAI({
      baseURL: fakes.baseUrls.openai,
      apiKey: "bad-key",
      ...quiet,
    });
    await expect(clientWithBadKey.chat.completions.create(CHAT)).rejects.toMatchObject({
      status: 401,
      code: "invalid_api_key",
    });
    const other = new Anthropic({
      baseURL: fakes.baseUrls.claude,
      apiKey: "bad-key",
      ...quiet,
    });
    await expect(
      other.messages.create({
        model: "m",
        max_tokens: 5,
        messages: [{ role: "user", content: "" }],
      }),
    ).rejects.toMatchObject({ status: 401, type: "authentication_error" });
    expect(fakes.requests.all()).toEqual([]);
  });

  test("have the status 400 and name the field of an invalid request", async () => {
    await expect(chat({ messages: [] })).rejects.toThrow(/messages/);
    await expect(message({ max_tokens: 0 })).rejects.toMatchObject({
      status: 400,
      type: "invalid_request_error",
    });
  });

  test("have the status 400 for invalid JSON and 404 for an unknown path", async () => {
    const address = `${fakes.baseUrls.openai}/chat/completions`;
    const headers = { authorization: "Bearer any" };
    const broken = await fetch(address, { method: "POST", headers, body: "{" });
    expect(broken.status).toBe(400);
    expect((await fetch(`${fakes.baseUrls.openai}/assistants`, { headers })).status).toBe(404);
  });
});

describe("the fakes' configured speed", () => {
  test("applies to the first token and to the rest without drift", async () => {
    fakes.faults.add({ firstTokenMs: 120, tokensPerSecond: 400 });
    const start = performance.now();
    const came: number[] = [];
    for await (const chunk of await chatStream()) {
      if (chunk.choices[0]?.delta.content === "") continue;
      came.push(performance.now() - start);
    }
    expect(came[0]).toBeGreaterThanOrEqual(119);
    expect(came.at(-1)).toBeGreaterThanOrEqual(120 + ((came.length - 2) / 400) * 1000 - 1);
    // A busy machine delays all tokens alike. If the pace drifted, the last tokens would be further
    // behind schedule than the first.
    const late = came.map((at, index) => at - (120 + (index / 400) * 1000));
    expect(Math.min(...late.slice(-50)) - Math.min(...late.slice(0, 50))).toBeLessThan(400);
  });

  test("no longer applies to a running stream once the fault is cleared", async () => {
    fakes.faults.add({ tokensPerSecond: 4 });
    let tokens = 0;
    const start = performance.now();
    for await (const chunk of await chatStream()) {
      if (chunk.choices[0]?.delta.content) tokens += 1;
      if (tokens === 2) fakes.faults.clear();
    }
    expect(tokens).toBeGreaterThan(100);
    expect(performance.now() - start).toBeLessThan((tokens / 4) * 500);
  });

  test("applies to responses that are not streamed", async () => {
    fakes.faults.add({ firstTokenMs: 50, tokensPerSecond: 200 });
    const start = performance.now();
    const { usage } = await chat({ max_completion_tokens: 20 });
    expect(usage?.completion_tokens).toBe(20);
    expect(performance.now() - start).toBeGreaterThanOrEqual(149);
  });
});

describe("a fault of the fakes", () => {
  test("can end a stream without a finish reason", async () => {
    fakes.faults.add({ effect: "cut", after: 5, times: 2 });
    const chunks = await collect(await chatStream());
    expect(chunks).toHaveLength(6);
    expect(chunks.some((chunk) => chunk.choices[0]?.finish_reason)).toBe(false);
    const events = await readUntilError(
      claude.messages.create({
        model: "m",
        max_tokens: 500,
        messages: [{ role: "user", content: DEBATE }],
        stream: true,
      }),
    );
    expect(events.error).toBeNull();
    expect(events.came.map((event) => event.type)).not.toContain("message_delta");
  });

  test("can reset the connection after a number of tokens", async () => {
    fakes.faults.add({ effect: "reset", after: 3, tokensPerSecond: 100 });
    const { came, error } = await readUntilError(chatStream());
    expect(came.length).toBeLessThanOrEqual(4);
    expect(error).toMatchObject({ name: "TypeError", message: "terminated" });
  });

  test("can stall a stream until the client aborts", async () => {
    fakes.faults.add({ effect: "stall", after: 3 });
    const controller = new AbortController();
    const stream = await openai.chat.completions.create(
      { model: "m", stream: true, messages: [{ role: "user", content: "Tea or coffee" }] },
      { signal: controller.signal },
    );
    let tokens = 0;
    for await (const chunk of stream) {
      tokens += chunk.choices[0]?.delta.content ? 1 : 0;
      if (tokens === 3) controller.abort();
    }
    expect(tokens).toBe(3);
    await waitUntil(() => fakes.requests.all()[0]?.outcome === "broken");
  });

  test("can send invalid JSON, on which both SDKs throw", async () => {
    fakes.faults.add({ effect: "malformed", after: 2, times: 2 });
    expect((await readUntilError(chatStream())).error).toBeInstanceOf(SyntaxError);
    await expect(messageStream().finalMessage()).rejects.toThrow(/JSON/);
  });

  test("can send an error event after the status 200", async () => {
    fakes.faults.add({ effect: "error", after: 2, times: 2 });
    expect((await readUntilError(chatStream())).error).toMatchObject({ type: "server_error" });
    await expect(messageStream().finalMessage()).rejects.toMatchObject({
      status: undefined,
      type: "overloaded_error",
    });
  });

  test("can answer 429 with Retry-After", async () => {
    fakes.faults.add({ effect: "status", status: 429, retryAfter: 7, times: 2 });
    const error = await chat().catch((err: unknown) => err);
    if (!(error instanceof OpenAI.RateLimitError)) throw new Error("no rate limit");
    expect(error.headers.get("retry-after")).toBe("7");
    await expect(message()).rejects.toMatchObject({ status: 429, type: "rate_limit_error" });
    await expect(chat()).resolves.toBeDefined();
  });

  test("can answer 500 and 529 in the vendors' formats", async () => {
    fakes.faults.add({ effect: "status", provider: "openai" });
    fakes.faults.add({ effect: "status", status: 529, provider: "claude" });
    await expect(message()).rejects.toMatchObject({ status: 529, type: "overloaded_error" });
    await expect(chat()).rejects.toMatchObject({ status: 500 });
  });

  test("can refuse a request and filter its content", async () => {
    fakes.faults.add({ effect: "refuse", times: 2 });
    expect((await chat()).choices[0]?.message).toMatchObject({
      content: null,
      refusal: expect.stringMatching(/sorry/),
    });
    expect(await message()).toMatchObject({
      stop_reason: "refusal",
      stop_details: { type: "refusal" },
    });
    fakes.faults.add({ effect: "filter", after: 4 });
    const filtered = await chat();
    expect(filtered.choices[0]?.finish_reason).toBe("content_filter");
    expect(filtered.usage?.completion_tokens).toBe(4);
  });

  test("can answer with an empty, complete reply", async () => {
    fakes.faults.add({ effect: "empty", times: 2 });
    expect((await chat()).choices[0]).toMatchObject({
      finish_reason: "stop",
      message: { content: "" },
    });
    expect(await message()).toMatchObject({ content: [], stop_reason: "end_turn" });
  });

  test("can make a judge answer with prose, an invalid score or a foreign quote", async () => {
    const judge = async (): Promise<string> => {
      const reply = await message({
        messages: [{ role: "user", content: JUDGE_PROMPT }],
        output_config: { format: { type: "json_schema", schema: TURN_SCHEMA } },
      });
      return textOf(reply);
    };
    for (const effect of ["not-json", "bad-score", "foreign-quote"] as const)
      fakes.faults.add({ effect, kind: "judge" });
    await chat();
    await expect(judge().then(JSON.parse)).rejects.toThrow(SyntaxError);
    expect(JSON.parse(await judge())).toMatchObject({ score: 99 });
    const { quotes } = JSON.parse(await judge());
    expect(findLiteralQuotes(quotes, PREVIOUS_TURN)).toEqual([]);
    expect(fakes.requests.all({ kind: "judge" })).toHaveLength(3);
  });

  test("can be limited to requests that contain a text", async () => {
    fakes.faults.add({ effect: "status", contains: "no such words" });
    await expect(chat()).resolves.toBeDefined();
  });

  test("can be limited to requests with a field", async () => {
    fakes.faults.add({ effect: "status", status: 400, field: "max_completion_tokens" });
    await expect(chat()).resolves.toBeDefined();
    await expect(chat({ max_completion_tokens: 12 })).rejects.toMatchObject({ status: 400 });
  });

  test("can answer with any body, also with the status 200", async () => {
    const headers = { "content-type": "text/html" };
    fakes.faults.add({ effect: "status", status: 200, headers, body: "<h1>Sign in</h1>" });
    const answer = await chat().asResponse();
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html"]);
    expect(await answer.text()).toBe("<h1>Sign in</h1>");
  });
});

describe("the fakes' control API", () => {
  const control = (method: string, path: string, body?: unknown) =>
    fetch(`http://127.0.0.1:${fakes.port}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  test("sets and clears faults", async () => {
    await control("POST", "/__faults", [{ effect: "status", status: 503, times: 2 }]);
    await expect(chat()).rejects.toMatchObject({ status: 503 });
    await control("DELETE", "/__faults");
    await expect(chat()).resolves.toBeDefined();
    expect((await control("POST", "/__faults", { effect: "explode" })).status).toBe(400);
  });

  test("lists requests without their keys", async () => {
    await chat();
    const controller = new AbortController();
    fakes.faults.add({ firstTokenMs: 60_000 });
    const abortedRequest = openai.chat.completions
      .create(
        { model: "m", messages: [{ role: "user", content: "Tea" }] },
        { signal: controller.signal },
      )
      .catch((err: unknown) => err);
    await waitUntil(() => fakes.requests.all().length === 2);
    controller.abort();
    await abortedRequest;
    await waitUntil(() => fakes.requests.all()[1]?.outcome === "aborted");
    const recorded = await (await control("GET", "/__requests")).json();
    expect(recorded).toMatchObject([
      { provider: "openai", kind: "turn", outcome: "finished", body: { model: "gpt-5.1" } },
      { outcome: "aborted", tokens: 0 },
    ]);
    expect(JSON.stringify(recorded)).not.toMatch(/bearer/i);
  });
});
