import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Env, readEnv } from "#infra/env.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { ChatRequest } from "#worker/llm/chat-model.ts";
import { createModels } from "#worker/llm/create-models.ts";
import { ProviderError } from "#worker/llm/provider-error.ts";

const REQUEST: ChatRequest = {
  system: "You are a debater.",
  user: "Speak.",
  maxTokens: 100,
  schema: null,
};
const KEY = "sk-a-very-secret-key";

/** A vendor that says exactly this, whatever it is asked. */
const asked: { path: string | undefined; headers: IncomingHttpHeaders; body: unknown }[] = [];
let answer: (res: ServerResponse) => void = () => {};
const server = createServer(async (req, res) => {
  const body: unknown = JSON.parse((await req.toArray()).join(""));
  asked.push({ path: req.url, headers: req.headers, body });
  answer(res);
});
/** Where the SDKs would write; they ask once which function that is. */
const logged = jest.spyOn(console, "error").mockImplementation();
afterAll(() => logged.mockRestore());

let env: Env;
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  // Listening on a port, not on a pipe.
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  env = readEnv({
    OPENAI_API_KEY: KEY,
    OPENAI_BASE_URL: `${origin}/v1`,
    ANTHROPIC_API_KEY: KEY,
    ANTHROPIC_BASE_URL: origin,
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked.length = 0;
});

const reply = (...events: string[]) => {
  answer = (res) =>
    res
      .writeHead(200, { "content-type": "text/event-stream" })
      .end(events.map((event) => `${event}\n\n`).join(""));
};
const fail = (status: number, error: unknown, headers = {}) => {
  answer = (res) =>
    res
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify({ type: "error", error }));
};

/** The reply in one piece, or the error's code after what came before it. */
const heard = async (provider: Provider, request = REQUEST): Promise<string> => {
  const pieces: string[] = [];
  try {
    const stream = createModels(env).get(provider)?.stream(request, new AbortController().signal);
    for await (const piece of stream ?? []) pieces.push(piece);
  } catch (err) {
    if (!(err instanceof ProviderError)) throw err;
    pieces.push(`(${err.code})`);
  }
  return pieces.join("|");
};

const chunk = (choice: object): string =>
  `data: ${JSON.stringify({ object: "chat.completion.chunk", choices: [{ index: 0, ...choice }] })}`;
const says = (content: string | null): string => chunk({ delta: { content }, finish_reason: null });
const ends = (reason: string): string => chunk({ delta: {}, finish_reason: reason });
const DONE = "data: [DONE]";

describe("a reply on OpenAI's wire", () => {
  it.each([
    ["its words", [says("We "), says("act."), ends("stop"), DONE], "We |act."],
    ["its words up to the cap", [says("We "), ends("length"), DONE], "We "],
    ["no word, if it has none", [ends("stop"), DONE], ""],
    [
      "its words without its thoughts and empty pieces",
      [
        chunk({ delta: { role: "assistant", content: "" }, finish_reason: null }),
        chunk({ delta: { reasoning_content: "Hm." }, finish_reason: null }),
        says(null),
        says("We act."),
        ends("stop"),
        DONE,
      ],
      "We act.",
    ],
    [
      "its words whatever is counted after them",
      [says("We act."), ends("stop"), 'data: {"choices":[],"usage":{"total_tokens":9}}', DONE],
      "We act.",
    ],
    [
      "its words whatever is counted after them without a choice",
      [
        says("We act."),
        ends("stop"),
        'data: {"choices":null,"usage":{}}',
        'data: {"usage":{}}',
        DONE,
      ],
      "We act.",
    ],
    [
      "its words, its heart beating meanwhile",
      ["event: heartbeat\ndata: {}", ": ping", says("We act."), ends("stop"), DONE],
      "We act.",
    ],
    [
      "its words, though the last piece is none",
      [says("We act."), chunk({ delta: null, finish_reason: "stop" }), DONE],
      "We act.",
    ],
    ["a refusal", [chunk({ delta: { refusal: "I cannot." }, finish_reason: null })], "(refused)"],
    ["a filter", [says("We "), ends("content_filter"), DONE], "We |(refused)"],
    ["an end without a reason", [says("We "), DONE], "We |(interrupted)"],
    ["an end at once", [DONE], "(interrupted)"],
    [
      "an error on the way",
      [says("We "), 'data: {"error":{"type":"server_error","message":"Oh"}}'],
      "We |(overloaded)",
    ],
    [
      "an error that has a code alone",
      ['data: {"error":{"code":"rate_limit_exceeded","message":"Oh"}}'],
      "(rate_limited)",
    ],
    ["an error that nobody knows", ['data: {"error":{"message":"Oh"}}'], "(interrupted)"],
  ])("is %s", async (_what, events, expected) => {
    reply(...events);
    expect(await heard("openai")).toBe(expected);
  });

  it("is asked for in full, with the key, and with nothing that was meant for others", async () => {
    process.env["OPENAI_ORG_ID"] = "our organization";
    process.env["OPENAI_PROJECT_ID"] = "our project";
    reply(says("We act."), ends("stop"), DONE);
    await heard("openai");
    delete process.env["OPENAI_ORG_ID"];
    delete process.env["OPENAI_PROJECT_ID"];
    const [{ path, headers, body } = {}] = asked;
    expect(path).toBe("/v1/chat/completions");
    expect(headers?.authorization).toBe(`Bearer ${KEY}`);
    expect(headers).not.toHaveProperty("openai-organization");
    expect(headers).not.toHaveProperty("openai-project");
    expect(body).toEqual({
      model: "gpt-5.4",
      messages: [
        { role: "system", content: REQUEST.system },
        { role: "user", content: REQUEST.user },
      ],
      max_completion_tokens: 100,
      stream: true,
    });
  });

  it("is asked for in a shape, kept to strictly", async () => {
    reply(says("{}"), ends("stop"), DONE);
    const schema = { name: "verdict", schema: { type: "object" } };
    await heard("openai", { ...REQUEST, schema });
    expect(asked[0]?.body).toMatchObject({
      response_format: { type: "json_schema", json_schema: { ...schema, strict: true } },
    });
  });
});

const event = (type: string, more: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}`;
const writes = (text: string): string =>
  event("content_block_delta", { index: 0, delta: { type: "text_delta", text } });
const stops = (reason: string | null): string =>
  event("message_delta", { delta: { stop_reason: reason }, usage: { output_tokens: 9 } });
const STOP = event("message_stop");

describe("a reply on Anthropic's wire", () => {
  it.each([
    [
      "its words",
      [
        event("message_start", { message: {} }),
        writes("We "),
        writes("act."),
        stops("end_turn"),
        STOP,
      ],
      "We |act.",
    ],
    ["its words up to the cap", [writes("We "), stops("max_tokens"), STOP], "We "],
    [
      "its words without its thoughts",
      [
        event("ping"),
        event("content_block_delta", { delta: { type: "thinking_delta", thinking: "Hm." } }),
        event("content_block_delta", { delta: { type: "signature_delta", text: "no text" } }),
        writes("We act."),
        stops("end_turn"),
        STOP,
      ],
      "We act.",
    ],
    [
      "its words, ended before all is counted",
      [writes("We act."), stops("end_turn"), stops(null), STOP],
      "We act.",
    ],
    [
      "its words, whatever else happens",
      [
        event("of_tomorrow", { delta: { type: "text_delta", text: "?", stop_reason: "refusal" } }),
        writes("We act."),
        stops("end_turn"),
        STOP,
      ],
      "We act.",
    ],
    ["a refusal", [writes("We "), stops("refusal"), STOP], "We |(refused)"],
    ["an end without a reason", [writes("We "), stops(null), STOP], "We |(interrupted)"],
    ["an end at once", [STOP], "(interrupted)"],
    ...Object.entries({
      rate_limit_error: "rate_limited",
      overloaded_error: "overloaded",
      api_error: "overloaded",
      invalid_request_error: "rejected",
      authentication_error: "misconfigured",
      permission_error: "misconfigured",
      error_of_tomorrow: "interrupted",
    }).map(([type, code]): [string, string[], string] => [
      `an ${type} on the way`,
      [writes("We "), event("error", { error: { type, message: "Oh" } })],
      `We |(${code})`,
    ]),
  ])("is %s", async (_what, events, expected) => {
    reply(...events);
    expect(await heard("claude")).toBe(expected);
  });

  it("is asked for in full, with the key", async () => {
    reply(writes("We act."), stops("end_turn"), STOP);
    await heard("claude");
    const [{ path, headers, body } = {}] = asked;
    expect(path).toBe("/v1/messages");
    expect(headers?.authorization).toBe(`Bearer ${KEY}`);
    expect(body).toEqual({
      model: "claude-sonnet-5-5",
      system: REQUEST.system,
      messages: [{ role: "user", content: REQUEST.user }],
      max_tokens: 100,
      stream: true,
    });
  });

  it("is asked for in a shape", async () => {
    reply(writes("{}"), stops("end_turn"), STOP);
    await heard("claude", { ...REQUEST, schema: { name: "verdict", schema: { type: "object" } } });
    expect(asked[0]?.body).toMatchObject({
      output_config: { format: { type: "json_schema", schema: { type: "object" } } },
    });
  });
});

describe.each(["openai", "claude"] as const)("what %s does not answer", (provider) => {
  it.each([
    [400, "rejected"],
    [401, "misconfigured"],
    [402, "misconfigured"],
    [403, "misconfigured"],
    [404, "misconfigured"],
    [408, "unreachable"],
    [409, "overloaded"],
    [413, "too_long"],
    [422, "rejected"],
    [429, "rate_limited"],
    [499, "rejected"],
    [500, "overloaded"],
    [529, "overloaded"],
  ])("is, with %d, %s, and asked for once", async (status, code) => {
    fail(status, { type: "of tomorrow", message: "No." });
    expect(await heard(provider)).toBe(`(${code})`);
    expect(asked).toHaveLength(1);
  });

  it("is told apart by the vendor's code, where that says more", async () => {
    const codes = {
      insufficient_quota: "misconfigured",
      context_length_exceeded: "too_long",
      content_filter: "refused",
      content_policy_violation: "refused",
    };
    for (const [type, code] of Object.entries(codes)) {
      fail(429, { type, message: "No." });
      expect(await heard(provider)).toBe(`(${code})`);
    }
  });

  it("never comes into the log or to people in the vendor's words, nor its key", async () => {
    reply("event: message_start\ndata: We {act}");
    expect(await heard(provider)).toBe("(interrupted)");
    expect(logged).not.toHaveBeenCalled();
    fail(401, { message: `${KEY} is not a key. ${"x".repeat(400)}` });
    const stream = createModels(env).get(provider)?.stream(REQUEST, new AbortController().signal);
    const err: unknown = await stream?.[Symbol.asyncIterator]()
      .next()
      .catch((e: unknown) => e);
    if (!(err instanceof ProviderError)) throw new Error("expected a provider error");
    expect(err.message).not.toContain("not a key");
    expect(err.detail).toContain("[redacted] is not a key.");
    expect(err.detail).not.toContain(KEY);
    expect(err.detail).toHaveLength(300);
  });

  it("is hung up on at once when nobody wants it any more", async () => {
    const hungUp = new Promise<void>((resolve) => {
      answer = (res) => {
        res.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
        res.on("close", resolve);
        enough.abort(reason);
      };
    });
    const enough = new AbortController();
    const reason = new Error("the debate is gone");
    const stream = createModels(env).get(provider)?.stream(REQUEST, enough.signal);
    await expect(stream?.[Symbol.asyncIterator]().next()).rejects.toBe(reason);
    await hungUp;
  });

  it("is given up when it never comes to an end", async () => {
    answer = (res) => {
      res.writeHead(200, { "content-type": "text/event-stream" });
      const beat = setInterval(() => res.write(": still here\n\n"), 20);
      res.on("close", () => clearInterval(beat));
    };
    const patience = { idleMs: 60_000, totalMs: 300 };
    const model = createModels(env, patience).get(provider);
    const stream = model?.stream(REQUEST, new AbortController().signal);
    await expect(stream?.[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: "interrupted",
      detail: "StalledError: the provider fell silent",
    });
  });
});

it("a code of OpenAI's says more than its type", async () => {
  fail(400, { code: "context_length_exceeded", type: "invalid_request_error", message: "No." });
  expect(await heard("openai")).toBe("(too_long)");
});

it("only the providers that are available have a model", () => {
  expect([...createModels(env).keys()]).toEqual(["openai", "claude"]);
});
