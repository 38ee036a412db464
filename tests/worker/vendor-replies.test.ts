import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { z } from "zod";
import { type Env, readEnv } from "#infra/env.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { ChatModel, ChatRequest } from "#worker/llm/chat-model.ts";
import { createChatModels } from "#worker/llm/create-chat-models.ts";
import { AttemptMeter } from "#worker/llm/usage-meter.ts";
import { ProviderError } from "#worker/llm/provider-error.ts";
import { listenLocally } from "../helpers/listen-locally.ts";

const REQUEST: ChatRequest = {
  system: "You are a debater.",
  user: "Speak.",
  maxTokens: 100,
  schema: null,
};
const KEY = "sk-a-very-secret-key";

/** Requests that the fake vendor has received. It responds to each of them with `answer`. */
const asked: { path: string | undefined; headers: IncomingHttpHeaders; body: unknown }[] = [];
let answer: (res: ServerResponse) => void = () => {};
const server = createServer(async (req, res) => {
  const body: unknown = JSON.parse((await req.toArray()).join(""));
  asked.push({ path: req.url, headers: req.headers, body });
  answer(res);
});
/** Silences the SDKs. Set before the first test, because they read `console.error` only once. */
const logged = jest.spyOn(console, "error").mockImplementation();
afterAll(() => logged.mockRestore());

let env: Env;
beforeAll(async () => {
  const port = await listenLocally(server);
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

/**
 * Returns the reply's text, followed by `(cut)` or an error code unless it ended well. Pieces are
 * joined by `|`, so `|` shows text that came in several pieces.
 */
const readReply = async (provider: Provider, request = REQUEST): Promise<string> => {
  const pieces: string[] = [];
  try {
    const stream = createChatModels(env)
      .get(provider)
      ?.stream(request, new AbortController().signal);
    if (!stream) throw new Error("no model");
    for (;;) {
      const { value, done } = await stream.next();
      if (!done) pieces.push(value);
      if (done && value === "cut") pieces.push("(cut)");
      if (done) break;
    }
  } catch (err) {
    if (!(err instanceof ProviderError)) throw err;
    pieces.push(`(${err.code})`);
  }
  return pieces.join("|");
};

const textOf = async (model: ChatModel | undefined): Promise<string> => {
  let text = "";
  for await (const chunk of model?.stream(REQUEST, new AbortController().signal) ?? [])
    text += chunk;
  return text;
};

const failureOf = async (provider: Provider): Promise<ProviderError> => {
  const stream = createChatModels(env).get(provider)?.stream(REQUEST, new AbortController().signal);
  try {
    while (!(await stream?.next())?.done);
  } catch (err) {
    if (err instanceof ProviderError) return err;
  }
  throw new Error("expected a provider error");
};

/** Returns the model that a meter of the request has recorded. */
const readModel = async (provider: Provider): Promise<string | null> => {
  const meter = new AttemptMeter({});
  await readReply(provider, { ...REQUEST, meter });
  return meter.answeringModel;
};

const chunk = (choice: object): string =>
  `data: ${JSON.stringify({ object: "chat.completion.chunk", choices: [{ index: 0, ...choice }] })}`;
const buildTextChunk = (content: string | null): string =>
  chunk({ delta: { content }, finish_reason: null });
const ends = (reason: string): string => chunk({ delta: {}, finish_reason: reason });
const DONE = "data: [DONE]";

describe("a reply in OpenAI's protocol", () => {
  it.each([
    ["its text", [buildTextChunk("We "), buildTextChunk("act."), ends("stop"), DONE], "We act."],
    ["its text up to the token limit", [buildTextChunk("We "), ends("length"), DONE], "We |(cut)"],
    ["no text if it has none", [ends("stop"), DONE], ""],
    [
      "its text without reasoning and empty chunks",
      [
        chunk({ delta: { role: "assistant", content: "" }, finish_reason: null }),
        chunk({ delta: { reasoning_content: "Hm." }, finish_reason: null }),
        buildTextChunk(null),
        buildTextChunk("We act."),
        ends("stop"),
        DONE,
      ],
      "We act.",
    ],
    [
      "its text when usage follows it",
      [
        buildTextChunk("We act."),
        ends("stop"),
        'data: {"choices":[],"usage":{"total_tokens":9}}',
        DONE,
      ],
      "We act.",
    ],
    [
      "its text when usage without choices follows it",
      [
        buildTextChunk("We act."),
        ends("stop"),
        'data: {"choices":null,"usage":{}}',
        'data: {"usage":{}}',
        DONE,
      ],
      "We act.",
    ],
    [
      "its text between heartbeats",
      ["event: heartbeat\ndata: {}", ": ping", buildTextChunk("We act."), ends("stop"), DONE],
      "We act.",
    ],
    [
      "its text when the last delta is null",
      [buildTextChunk("We act."), chunk({ delta: null, finish_reason: "stop" }), DONE],
      "We act.",
    ],
    [
      "its text from content parts, without invalid events",
      [
        'data: {"choices":{}}',
        "data: null",
        'data: {"choices":[null]}',
        "event: heartbeat\ndata: not JSON",
        "event: heartbeat\ndata:",
        chunk({
          delta: {
            content: [
              { type: "thinking", text: "Hm." },
              { type: "text", text: "We " },
            ],
          },
        }),
        chunk({ delta: { content: [{ text: "act." }, 7, {}] } }),
        chunk({ delta: { content: 7 } }),
        chunk({ finish_reason: "stop" }),
        DONE,
      ],
      "We act.",
    ],
    [
      "its text when an event after its end is broken",
      [buildTextChunk("We act."), ends("stop"), "data: {broken", DONE],
      "We act.",
    ],
    [
      "its text without reasoning, wherever its tags are split",
      [
        ...["<th", "ink>We shall l", "ose.</thi", "nk>", "We ", "<", "b>act", " <3</", "b>."].map(
          buildTextChunk,
        ),
        ends("stop"),
        DONE,
      ],
      "We <b>act <3</b>.",
    ],
    [
      "its text without reasoning that has no start, if it was not shown",
      [buildTextChunk("Hm.</thi"), buildTextChunk("nk>We act."), ends("stop"), DONE],
      "We act.",
    ],
    [
      "no text of reasoning that never ends",
      [buildTextChunk("<Thinking>Hm."), ends("length")],
      "(cut)",
    ],
    ["an incomplete reasoning tag as text", [buildTextChunk("We <th"), ends("stop")], "We |<th"],
    ["a refusal", [chunk({ delta: { refusal: "I cannot." }, finish_reason: null })], "(refused)"],
    [
      "a refusal when a filter ended it",
      [buildTextChunk("We "), ends("content_filter"), DONE],
      "We |(refused)",
    ],
    [
      "a refusal when a filter ended it, whatever follows",
      [buildTextChunk("We "), ends("content_filter"), buildTextChunk("act."), ends("stop"), DONE],
      "We |(refused)",
    ],
    ["its text when it ends with the marker alone", [buildTextChunk("We act."), DONE], "We act."],
    [
      "an interruption when it ends without marker and reason",
      [buildTextChunk("We ")],
      "We |(interrupted)",
    ],
    ["an interruption when it ends at once", [DONE], "(interrupted)"],
    [
      "an interruption when it ends after blank text",
      [buildTextChunk(" \n"), DONE],
      " \n|(interrupted)",
    ],
    ["an interruption when only comments came", [": ping"], "(interrupted)"],
    [
      "its text when its reasons are no words",
      [chunk({ delta: { content: "We act." }, finish_reason: { type: "stop" } }), DONE],
      "We act.",
    ],
    [
      "an error of its choice",
      [buildTextChunk("We "), chunk({ error: { code: 502 }, finish_reason: "error" })],
      "We |(overloaded)",
    ],
    [
      "an error that is the whole event",
      ['data: {"object":"error","message":"No.","code":429}'],
      "(rate_limited)",
    ],
    [
      "an error in the middle",
      [buildTextChunk("We "), 'data: {"error":{"type":"server_error","message":"Oh"}}'],
      "We |(overloaded)",
    ],
    [
      "an error that only has a code",
      ['data: {"error":{"code":"rate_limit_exceeded","message":"Oh"}}'],
      "(rate_limited)",
    ],
    [
      "an error about the key",
      ['data: {"error":{"code":"invalid_api_key","type":"invalid_request_error","message":"Oh"}}'],
      "(misconfigured)",
    ],
    [
      "an error of an upstream server",
      ['data: {"error":{"code":502,"message":"Oh"}}'],
      "(overloaded)",
    ],
    [
      "an error that only has a message",
      ['data: {"error":"Incorrect API key provided"}'],
      "(misconfigured)",
    ],
    ["an unknown error", ['data: {"error":{"message":"Oh"}}'], "(interrupted)"],
  ])("yields %s", async (_what, events, expected) => {
    reply(...events);
    expect(await readReply("openai")).toBe(expected);
  });

  it("is requested in full with the key, without the organization and project of the environment", async () => {
    process.env["OPENAI_ORG_ID"] = "our organization";
    process.env["OPENAI_PROJECT_ID"] = "our project";
    reply(buildTextChunk("We act."), ends("stop"), DONE);
    await readReply("openai");
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
      stream_options: { include_usage: true },
    });
  });

  it("is requested with a strict schema", async () => {
    reply(buildTextChunk("{}"), ends("stop"), DONE);
    const schema = { name: "verdict", schema: { type: "object" } };
    await readReply("openai", { ...REQUEST, schema });
    expect(asked[0]?.body).toMatchObject({
      response_format: { type: "json_schema", json_schema: { ...schema, strict: true } },
    });
  });
});

const REASONS: Record<string, string[]> = {
  "We act.": [
    "stop",
    "STOP",
    "end_turn",
    "stop_sequence",
    "eos",
    "eos_token",
    "COMPLETE",
    "complete",
    "FinishReason.STOP",
    "FINISH_REASON_STOP",
    "endTurn",
  ],
  "We act.|(cut)": [
    "length",
    "max_tokens",
    "MAX_TOKENS",
    "model_length",
    "model_context_window_exceeded",
    "max_output_tokens",
    "maxTokens",
    "FINISH_REASON_MAX_TOKENS",
  ],
  "We act.|(refused)": [
    "content_filter",
    "content_filtered",
    "sensitive",
    "safety",
    "SAFETY",
    "RECITATION",

    "PROHIBITED_CONTENT",
    "BLOCKLIST",
    "SPII",
    "refusal",
    "guardrail_intervened",
    "ERROR_TOXIC",
  ],
  "We act.|(interrupted)": [
    "error",
    "network_error",
    "abort",
    "cancelled",
    "insufficient_system_resource",
    "pause_turn",
    "tool_calls",
    "OTHER",
    "of_tomorrow",
  ],
};
const REASON_CASES = Object.entries(REASONS).flatMap(([expected, reasons]) =>
  reasons.map((reason) => [reason, expected] as const),
);

describe("the finish reason", () => {
  it.each(REASON_CASES)("%s of OpenAI's protocol ends a reply as %s", async (reason, expected) => {
    reply(buildTextChunk("We act."), ends(reason), DONE);
    expect(await readReply("openai")).toBe(expected);
  });

  it.each(REASON_CASES)(
    "%s of Anthropic's protocol ends a reply as %s",
    async (reason, expected) => {
      reply(buildTextDelta("We act."), stops(reason), STOP);
      expect(await readReply("claude")).toBe(expected);
    },
  );

  it.each(["", "null", "none"])("%j is none", async (reason) => {
    reply(buildTextChunk("We "), ends(reason), buildTextChunk("act."));
    expect(await readReply("openai")).toBe("We act.|(interrupted)");
    reply(buildTextChunk("We "), ends(reason), buildTextChunk("act."), ends("stop"));
    expect(await readReply("openai")).toBe("We act.");
  });

  it("is logged when it is unexpected", async () => {
    reply(buildTextChunk("We act."), ends("network_error"), DONE);
    expect(await failureOf("openai")).toMatchObject({
      code: "interrupted",
      isRetryable: true,
      detail: "UnexpectedFinishError: networkerror",
    });
  });
});

describe.each(["openai", "claude"] as const)(
  "a server of %s that is no model server",
  (provider) => {
    it.each<[status: number, type: string | null, body: string, detail: string]>([
      [
        200,
        "text/html; charset=utf-8",
        "<!doctype html><title>Sign in</title>",
        "status 200, text/html; charset=utf-8, Sign in",
      ],
      [200, "text/event-stream", `<html>${"x".repeat(100_000)}`, "status 200, text/event-stream"],
      [
        200,
        "application/json",
        '{"detail":"Not Found"}',
        "status 200, application/json, Not Found",
      ],
      [
        200,
        "application/json",
        '{"success":false,"message":"Invalid token"}',
        "status 200, application/json, Invalid token",
      ],
      [
        200,
        "text/event-stream",
        'data: {"success":false,"message":"Invalid token"}\n\n',
        "status 200, text/event-stream, Invalid token",
      ],
      [
        200,
        "application/json",
        `{"echo":${JSON.stringify(REQUEST.user)}}`,
        "status 200, application/json",
      ],
      [200, "application/json", "{}", "status 200, application/json"],
      [200, "application/json", '"OK"', "status 200, application/json"],
      [200, "text/plain", "404 page not found", "status 200, text/plain, 404 page not found"],
      [200, "text/plain", KEY, "status 200, text/plain, …"],
      [200, "text/plain", "", "status 200, text/plain, empty body"],
      [200, null, "", "status 200, no content type, empty body"],
      [204, null, "", "status 204, no content type, empty body"],
    ])(
      "is not set up correctly, and is asked once: %d %s %s",
      async (status, type, body, detail) => {
        answer = (res) =>
          res.writeHead(status, type === null ? {} : { "content-type": type }).end(body);
        const err = await failureOf(provider);
        expect(err).toMatchObject({ code: "misconfigured", isRetryable: false, isOutage: false });
        expect(err.detail).toBe(detail);
        expect(asked).toHaveLength(1);
      },
    );
  },
);

describe("the body of a reply", () => {
  const events = [buildTextChunk("We "), buildTextChunk("äct."), ends("stop")];
  const objects = events.map((line) => line.slice("data: ".length));
  const whole = JSON.stringify(
    { choices: [{ message: { content: "We äct." }, finish_reason: "stop" }] },
    null,
    1,
  );
  it.each([
    [
      "server-sent events as JSON",
      "application/json",
      `${events.join("\n\n")}\n\ndata: [DONE]\n\n`,
    ],
    ["JSON as text", "text/plain", whole],
    ["JSON as a stream of events", "text/event-stream", whole],
    ["JSON lines", "application/x-ndjson", `${objects.join("\n")}\n`],
    ["JSON lines as JSON, without the last line end", "application/json", objects.join("\n")],
    ["JSON lines with an end marker", "text/plain", `${objects.slice(0, 2).join("\n")}\n[DONE]\n`],
    ["an array", "application/json", `[${objects.join(",\n")}]`],
    ["events after blank lines", "text/event-stream", `\n\n${events.join("\n\n")}`],
  ])("is read as what it is: %s", async (_what, type, body) => {
    answer = (res) => {
      res.writeHead(200, { "content-type": type });
      for (const byte of Buffer.from(body)) res.write(Uint8Array.of(byte));
      res.end();
    };
    expect((await readReply("openai")).replaceAll("|", "")).toBe("We äct.");
  });

  it("is complete when its connection is reset after the end marker", async () => {
    answer = (res) => {
      res.writeHead(200, { "content-type": "text/event-stream" });
      res.write(`${buildTextChunk("We act.")}\n\n${DONE}`, () => res.destroy());
    };
    expect(await readReply("openai")).toBe("We act.");
  });
});

const event = (type: string, more: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}`;
const buildTextDelta = (text: string): string =>
  event("content_block_delta", { index: 0, delta: { type: "text_delta", text } });
const stops = (reason: string | null): string =>
  event("message_delta", { delta: { stop_reason: reason }, usage: { output_tokens: 9 } });
const STOP = event("message_stop");

describe("a reply in Anthropic's protocol", () => {
  it.each([
    [
      "its text",
      [
        event("message_start", { message: {} }),
        buildTextDelta("We "),
        buildTextDelta("act."),
        stops("end_turn"),
        STOP,
      ],
      "We act.",
    ],
    [
      "its text up to the token limit",
      [buildTextDelta("We "), stops("max_tokens"), STOP],
      "We |(cut)",
    ],
    [
      "its text up to the context limit",
      [buildTextDelta("We "), stops("model_context_window_exceeded"), STOP],
      "We |(cut)",
    ],
    [
      "its text when an event after its end is broken",
      [buildTextDelta("We act."), stops("end_turn"), "data: {broken"],
      "We act.",
    ],
    [
      "its text without reasoning",
      [
        event("ping"),
        event("content_block_delta", { delta: { type: "thinking_delta", thinking: "Hm." } }),
        event("content_block_delta", { delta: { type: "signature_delta", text: "no text" } }),
        buildTextDelta("We act."),
        stops("end_turn"),
        STOP,
      ],
      "We act.",
    ],
    [
      "its text when it ends before the last count",
      [buildTextDelta("We act."), stops("end_turn"), stops(null), STOP],
      "We act.",
    ],
    [
      "its text when there are unknown events",
      [
        event("of_tomorrow", { delta: { type: "text_delta", text: "?", stop_reason: "refusal" } }),
        buildTextDelta("We act."),
        stops("end_turn"),
        STOP,
      ],
      "We act.",
    ],
    [
      "its text when events lack data",
      [
        event("message_delta"),
        event("content_block_delta"),
        event("content_block_delta", { delta: { type: "text_delta" } }),
        buildTextDelta("We act."),
        stops("end_turn"),
        STOP,
      ],
      "We act.",
    ],
    ["a refusal", [buildTextDelta("We "), stops("refusal"), STOP], "We |(refused)"],
    [
      "its text when it stops without a reason",
      [buildTextDelta("We act."), stops(null), STOP],
      "We act.",
    ],
    [
      "an interruption when it ends without a reason",
      [buildTextDelta("We "), stops(null)],
      "We |(interrupted)",
    ],
    ["an interruption when it ends at once", [STOP], "(interrupted)"],
    ...Object.entries({
      rate_limit_error: "rate_limited",
      overloaded_error: "overloaded",
      api_error: "overloaded",
      invalid_request_error: "rejected",
      authentication_error: "misconfigured",
      permission_error: "misconfigured",
      not_found_error: "misconfigured",
      billing_error: "misconfigured",
      request_too_large: "too_long",
      timeout_error: "overloaded",
      error_of_tomorrow: "interrupted",
    }).map(([type, code]): [string, string[], string] => [
      `an ${type} in the middle`,
      [buildTextDelta("We "), event("error", { error: { type, message: "Oh" } })],
      `We |(${code})`,
    ]),
  ])("yields %s", async (_what, events, expected) => {
    reply(...events);
    expect(await readReply("claude")).toBe(expected);
  });

  it("is requested in full with the key", async () => {
    reply(buildTextDelta("We act."), stops("end_turn"), STOP);
    await readReply("claude");
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

  it("is requested with a schema", async () => {
    reply(buildTextDelta("{}"), stops("end_turn"), STOP);
    await readReply("claude", {
      ...REQUEST,
      schema: { name: "verdict", schema: { type: "object" } },
    });
    expect(asked[0]?.body).toMatchObject({
      output_config: { format: { type: "json_schema", schema: { type: "object" } } },
    });
  });
});

describe.each(["openai", "claude"] as const)("a failed request to %s", (provider) => {
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
  ])("with the status %d is %s and is not repeated", async (status, code) => {
    fail(status, { type: "of tomorrow", message: "No." });
    expect(await readReply(provider)).toBe(`(${code})`);
    expect(asked).toHaveLength(1);
  });

  it("is classified by the vendor's code where that is more specific", async () => {
    const codes = {
      insufficient_quota: "misconfigured",
      context_length_exceeded: "too_long",
      content_filter: "refused",
      content_policy_violation: "refused",
    };
    for (const [type, code] of Object.entries(codes)) {
      fail(429, { type, message: "No." });
      expect(await readReply(provider)).toBe(`(${code})`);
    }
  });

  it("exposes neither the vendor's message nor the key in logs or to users", async () => {
    reply("event: message_start\ndata: We {act}");
    expect(await readReply(provider)).toBe("(interrupted)");
    expect(logged).not.toHaveBeenCalled();
    fail(401, { message: `${KEY} is not a key.`, type: KEY });
    const stream = createChatModels(env)
      .get(provider)
      ?.stream(REQUEST, new AbortController().signal);
    const err: unknown = await stream?.[Symbol.asyncIterator]()
      .next()
      .catch((e: unknown) => e);
    if (!(err instanceof ProviderError)) throw new Error("expected a provider error");
    expect(err.message).not.toContain("not a key");
    expect(err.detail).toMatch(/^AuthenticationError 401\b/);
    expect(err.detail).not.toContain("not a key");
    expect(err.detail).not.toContain(KEY);
  });

  it("closes its connection at once when it is aborted", async () => {
    const hungUp = new Promise<void>((resolve) => {
      answer = (res) => {
        res.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
        res.on("close", resolve);
        enough.abort(reason);
      };
    });
    const enough = new AbortController();
    const reason = new Error("the debate is gone");
    const stream = createChatModels(env).get(provider)?.stream(REQUEST, enough.signal);
    await expect(stream?.[Symbol.asyncIterator]().next()).rejects.toBe(reason);
    await hungUp;
  });

  it("ends when the reply exceeds the total time", async () => {
    answer = (res) => {
      res.writeHead(200, { "content-type": "text/event-stream" });
      const beat = setInterval(() => res.write(": still here\n\n"), 20);
      res.on("close", () => clearInterval(beat));
    };
    const providerTimeouts = { firstByteMs: 60_000, silenceMs: 60_000, totalMs: 1000 };
    const model = createChatModels({ ...env, providerTimeouts }).get(provider);
    const stream = model?.stream(REQUEST, new AbortController().signal);
    await expect(stream?.[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: "interrupted",
      detail: "ProviderTimeoutError: the provider stopped answering",
    });
  });
});

const answerWhole = (body: object) => {
  answer = (res) =>
    res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body, null, 2));
};

describe("a server that does not stream", () => {
  it("is supported in OpenAI's protocol", async () => {
    const message = { role: "assistant", content: "<think>Hm.</think>\n\nWe act." };
    answerWhole({ choices: [{ message, finish_reason: "stop" }] });
    expect(await readReply("openai")).toBe("\n\nWe act.");
    answerWhole({
      choices: [{ message: { content: "We" }, finish_reason: "length" }],
      usage: null,
    });
    expect(await readReply("openai")).toBe("We|(cut)");
    answerWhole({ error: { message: "Oh", type: "server_error" } });
    expect(await readReply("openai")).toBe("(overloaded)");
  });

  it("is supported in Anthropic's protocol", async () => {
    const content = [
      { type: "thinking", thinking: "Hm." },
      { type: "text", text: "We act." },
    ];
    answerWhole({ type: "message", content, stop_reason: "end_turn" });
    expect(await readReply("claude")).toBe("We act.");
  });
});

describe("a streaming reply", () => {
  beforeEach(() =>
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] }),
  );
  afterEach(() => {
    jest.runAllTimers();
    jest.useRealTimers();
  });

  it("is refused at once by a filter, even if its stream stays open", async () => {
    answer = (res) =>
      void res
        .writeHead(200, { "content-type": "text/event-stream" })
        .write(`${ends("content_filter")}\n\n`);
    expect(await readReply("openai")).toBe("(refused)");
  });

  it.each<[Provider, (text: string) => string, string[]]>([
    ["openai", buildTextChunk, [ends("stop"), DONE]],
    ["claude", buildTextDelta, [stops("end_turn"), STOP]],
  ])("is batched every 50 ms after its first words: %s", async (provider, word, end) => {
    const asking = new Promise<ServerResponse>((resolve) => {
      answer = (res) => resolve(res.writeHead(200, { "content-type": "text/event-stream" }));
    });
    const stream = createChatModels(env)
      .get(provider)
      ?.stream(REQUEST, new AbortController().signal);
    const readNextPiece = async () => (await stream?.next())?.value;
    const first = readNextPiece();
    const res = await asking;
    const sendEvent = async (event: string) => {
      await new Promise((resolve) => res.write(`${event}\n\n`, resolve));
      for (let round = 0; round < 20; round++) await new Promise(setImmediate);
    };
    await sendEvent(word("\n"));
    expect(await first).toBe("\n");
    const words = readNextPiece();
    await sendEvent(word("We "));
    expect(await words).toBe("We ");
    const rest = readNextPiece();
    for (const event of ["act", " ", "now."].map(word)) await sendEvent(event);
    jest.advanceTimersByTime(50);
    expect(await rest).toBe("act now.");
    const last = readNextPiece();
    await sendEvent(word(" And"));
    for (const event of end) await sendEvent(event);
    res.end();
    expect([await last, await readNextPiece()]).toEqual([" And", undefined]);
  });
});

describe("an endless reply", () => {
  it("is cut off after more than any reply needs, and its stream is closed", async () => {
    const closed = new Promise<void>((resolve) => {
      answer = (res) => {
        res.writeHead(200, { "content-type": "text/event-stream" });
        const write = () => {
          while (res.write(`${buildTextChunk("x".repeat(1000))}\n\n`));
        };
        res.on("drain", write).on("close", resolve);
        write();
      };
    });
    const said = await readReply("openai");
    expect(said).toMatch(/^[x|]+\|\(cut\)$/);
    const { length } = said.replaceAll(/[^x]/g, "");
    expect(length).toBeGreaterThan(100_000);
    // More than the maximum of 100,000, because the last chunk is read whole.
    expect(length).toBeLessThan(200_000);
    await closed;
  });

  it.each<[string, (res: ServerResponse) => boolean, number]>([
    // The number is the maximum of megabytes that the server can send until the adapter stops
    // reading. It is higher than what the adapter reads, because the network buffers data.
    ["one event", (res) => res.write("x".repeat(10_000)), 12],
    ["comments only", (res) => res.write(`: ${"x".repeat(10_000)}\n`), 30],
  ])("fails when it consists of %s", async (_what, writeMore, mostMegabytes) => {
    let written = 0;
    const closed = new Promise<void>((resolve) => {
      answer = (res) => {
        res.writeHead(200, { "content-type": "text/event-stream" });
        const write = () => {
          while (writeMore(res)) written += 10_000;
          written += 10_000;
        };
        res.on("drain", write).on("close", resolve);
        write();
      };
    });
    expect(await readReply("openai")).toBe("(interrupted)");
    await closed;
    expect(written).toBeLessThan(mostMegabytes * 2 ** 20);
  });
});

describe("a server with other parameters", () => {
  it.each([
    [
      400,
      { error: { message: "Unsupported parameter: 'max_completion_tokens'. Use 'max_tokens'." } },
    ],
    [422, { detail: [{ type: "extra_forbidden", loc: ["body", "max_completion_tokens"] }] }],
  ])(
    "that rejects our name of the token limit with %d gets its own from then on",
    async (status, refusal) => {
      const Body = z.looseObject({ max_completion_tokens: z.int().optional() });
      answer = (res) => {
        const isRefused = Body.parse(asked.at(-1)?.body).max_completion_tokens !== undefined;
        if (!isRefused) return (reply(buildTextChunk("We act."), ends("stop"), DONE), answer(res));
        res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(refusal));
      };
      const model = createChatModels(env).get("openai");
      for (let time = 0; time < 2; time++) expect(await textOf(model)).toBe("We act.");
      expect(asked).toHaveLength(3);
      expect(asked[2]?.body).toMatchObject({ max_tokens: 100 });
      expect(asked[2]?.body).not.toHaveProperty("max_completion_tokens");
    },
  );

  it("that rejects usage counts gets no request for them from then on", async () => {
    const Body = z.looseObject({ stream_options: z.unknown().optional() });
    answer = (res) => {
      const isRefused = Body.parse(asked.at(-1)?.body).stream_options !== undefined;
      if (!isRefused) return (reply(buildTextChunk("We act."), ends("stop"), DONE), answer(res));
      const error = { message: "Unknown field: stream_options" };
      res.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ error }));
    };
    const model = createChatModels(env).get("openai");
    for (let time = 0; time < 2; time++) expect(await textOf(model)).toBe("We act.");
    expect(asked).toHaveLength(3);
    expect(asked[2]?.body).toMatchObject({ max_completion_tokens: 100 });
  });
});

const data = (payload: object): string => `data: ${JSON.stringify(payload)}`;
const starts = (usage: object) => event("message_start", { message: { usage } });

describe("the usage of a reply", () => {
  const ESTIMATED = { inputTokens: 6, outputTokens: 2, isEstimated: true };
  it.each<[what: string, provider: Provider, events: string[], taken: object]>([
    [
      "is OpenAI's count after the end",
      "openai",
      [
        buildTextChunk("We act."),
        ends("stop"),
        data({ choices: [], usage: { prompt_tokens: 30, completion_tokens: 12 } }),
        DONE,
      ],
      { inputTokens: 30, outputTokens: 12, isEstimated: false },
    ],
    [
      "is the last count of a server that counts while it streams",
      "openai",
      [
        data({ choices: [], usage: { prompt_tokens: 30, completion_tokens: 1 } }),
        buildTextChunk("We act."),
        ends("stop"),
        data({ choices: [], usage: { prompt_tokens: 30, completion_tokens: 12 } }),
        DONE,
      ],
      { inputTokens: 30, outputTokens: 12, isEstimated: false },
    ],
    [
      "is estimated when the server does not count",
      "openai",
      [buildTextChunk("We act."), ends("stop"), DONE],
      ESTIMATED,
    ],
    [
      "is estimated when the server's counts are invalid",
      "openai",
      [
        buildTextChunk("We act."),
        ends("stop"),
        data({ usage: { prompt_tokens: -1, completion_tokens: 1e300 } }),
        DONE,
      ],
      ESTIMATED,
    ],
    [
      "is Claude's count at the start and at the end, including the cache",
      "claude",
      [
        starts({
          input_tokens: 20,
          cache_creation_input_tokens: 5,
          cache_read_input_tokens: 5,
          output_tokens: 1,
        }),
        buildTextDelta("We act."),
        stops("end_turn"),
      ],
      { inputTokens: 30, outputTokens: 9, isEstimated: false },
    ],
    [
      "is partly estimated when Claude breaks off, since its first output count is a guess",
      "claude",
      [starts({ input_tokens: 30, output_tokens: 1 }), buildTextDelta("We act.")],
      { inputTokens: 30, outputTokens: 2, isEstimated: true },
    ],
  ])("%s", async (_what, provider, events, taken) => {
    reply(...events);
    const meter = new AttemptMeter({});
    await readReply(provider, { ...REQUEST, meter });
    expect(meter.usage).toMatchObject({ provider, requests: 1, characters: 0, ...taken });
  });

  it("is nothing before the first request", () => {
    expect(new AttemptMeter({}).usage).toBeNull();
  });
});

/** Errors that vendors and servers have sent in reality. */
const FAILURES: [Provider, number, object, string][] = [
  [
    "openai",
    400,
    {
      error: {
        message:
          "This model's maximum context length is 128000 tokens. However, your messages resulted in 130172 tokens.",
        type: "invalid_request_error",
        param: "messages",
        code: "context_length_exceeded",
      },
    },
    "too_long",
  ],
  [
    "openai",
    400,
    {
      object: "error",
      message:
        "This model's maximum context length is 4096 tokens. However, you requested 5211 tokens.",
      type: "BadRequestError",
      param: null,
      code: 400,
    },
    "too_long",
  ],
  [
    "openai",
    400,
    {
      code: "Client specified an invalid argument",
      error: "This model's maximum prompt length is 131072 but the request contains 140211 tokens.",
    },
    "too_long",
  ],
  [
    "openai",
    400,
    {
      error: {
        code: 400,
        message: "the request exceeds the available context size, try increasing it",
        type: "exceed_context_size_error",
      },
    },
    "too_long",
  ],
  [
    "claude",
    400,
    {
      type: "invalid_request_error",
      message: "prompt is too long: 208310 tokens > 200000 maximum",
    },
    "too_long",
  ],
  [
    "claude",
    400,
    {
      type: "invalid_request_error",
      message: "input length and `max_tokens` exceed context limit: 199000 + 3000 > 200000",
    },
    "too_long",
  ],
  [
    "claude",
    400,
    {
      type: "invalid_request_error",
      message:
        "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing.",
    },
    "misconfigured: Claude can't answer because this site's account there has no credit left.",
  ],
  [
    "openai",
    429,
    {
      error: {
        message: "You exceeded your current quota, please check your plan and billing details.",
        type: "insufficient_quota",
        code: "insufficient_quota",
      },
    },
    "misconfigured: ChatGPT can't answer because this site's account there has no credit left.",
  ],
  [
    "openai",
    403,
    {
      code: "The caller does not have permission to execute the specified operation",
      error: "Your newly created teams doesn't have any credits yet.",
    },
    "misconfigured: ChatGPT can't answer because this site's account there has no credit left.",
  ],
  [
    "openai",
    403,
    {
      code: "The caller does not have permission to execute the specified operation",
      error:
        "Content violates usage guidelines. Team: t, API key ID: k, Failed check: SAFETY_CHECK",
    },
    "refused",
  ],
  [
    "openai",
    400,
    {
      error: {
        message:
          "Invalid prompt: your prompt was flagged as potentially violating our usage policy.",
        type: "invalid_request_error",
        code: "invalid_prompt",
      },
    },
    "refused",
  ],
  [
    "claude",
    400,
    { type: "invalid_request_error", message: "Output blocked by content filtering policy" },
    "refused",
  ],
  [
    "openai",
    400,
    { code: "Client specified an invalid argument", error: "Incorrect API key provided: xa***" },
    "misconfigured",
  ],
  ["claude", 404, { type: "not_found_error", message: "model: claude-next" }, "misconfigured"],
  [
    "openai",
    404,
    { error: { message: "The model `x` does not exist", code: "model_not_found" } },
    "misconfigured",
  ],
  ["openai", 400, { error: "Something else" }, "rejected"],
  ["openai", 503, { error: { message: "exceeds context" } }, "overloaded"],
];

it.each(FAILURES)(
  "a failure of %s with %d and %j is %s, after a single request",
  async (provider, status, body, failure) => {
    answer = (res) =>
      res
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify(provider === "claude" ? { type: "error", error: body } : body));
    const stream = createChatModels(env)
      .get(provider)
      ?.stream(REQUEST, new AbortController().signal);
    const err: unknown = await stream?.next().catch((thrown: unknown) => thrown);
    if (!(err instanceof ProviderError)) throw new Error("expected a provider error");
    expect(`${err.code}: ${err.message}`.startsWith(failure)).toBe(true);
    expect(err.isRetryable).toBe(failure === "overloaded");
    expect(asked).toHaveLength(1);
  },
);

it("an endless error response is read up to a limit", async () => {
  answer = (res) => {
    res.writeHead(400, { "content-type": "text/html" });
    const write = () => {
      while (res.write("<p>Oh</p>".repeat(1000)));
    };
    res.on("drain", write);
    write();
  };
  expect(await readReply("openai")).toBe("(rejected)");
});

it("a failure is the same if only ids and numbers differ, and none once text has begun", async () => {
  const keyOf = async (status: number, message: string) => {
    fail(status, { message });
    return (await failureOf("openai")).failureKey;
  };
  const key = await keyOf(500, "Overloaded. Request req_1a2b");
  expect(key).toMatch(/^500 [0-9a-f]{16}$/);
  expect(await keyOf(500, "Overloaded. Request req_9z")).toBe(key);
  expect(await keyOf(500, "No capacity.")).not.toBe(key);
  expect(await keyOf(503, "Overloaded. Request req_1a2b")).not.toBe(key);
  reply(buildTextChunk("We "), 'data: {"error":{"message":"Oh"}}');
  expect((await failureOf("openai")).failureKey).toBeUndefined();
  reply(buildTextChunk("We "));
  expect((await failureOf("openai")).failureKey).toBeUndefined();
  reply(DONE);
  expect((await failureOf("openai")).failureKey).toBe("no reply");
});

it("an error code of OpenAI takes precedence over its type", async () => {
  fail(400, { code: "context_length_exceeded", type: "invalid_request_error", message: "No." });
  expect(await readReply("openai")).toBe("(too_long)");
});

it("only available providers have a model", () => {
  expect([...createChatModels(env).keys()]).toEqual(["openai", "claude"]);
});

describe("the model of a reply", () => {
  const named = (model: unknown) =>
    reply(
      `data: ${JSON.stringify({ model, choices: [] })}`,
      buildTextChunk("We act."),
      ends("stop"),
    );

  it("is the one that the reply names in OpenAI's protocol", async () => {
    named("gpt-5.4-2026-03-05");
    expect(await readModel("openai")).toBe("gpt-5.4-2026-03-05");
  });

  it("is the one that the reply names in Anthropic's protocol", async () => {
    const start = { type: "message_start", message: { model: "claude-sonnet-5-5-20260901" } };
    reply(`data: ${JSON.stringify(start)}`, 'data: {"type":"message_stop"}');
    expect(await readModel("claude")).toBe("claude-sonnet-5-5-20260901");
    answer = (res) =>
      res.end(JSON.stringify({ type: "message", model: "claude-haiku-5", content: [] }));
    expect(await readModel("claude")).toBe("claude-haiku-5");
  });

  it.each([undefined, null, "", 7, "/srv/models/llama.gguf"])(
    "is the requested one if the reply names no model or no plain name: %s",
    async (model) => {
      named(model);
      expect(await readModel("openai")).toBe(env.providers.openai?.model);
    },
  );

  it("is unknown before the first request", () => {
    expect(new AttemptMeter({}).answeringModel).toBeNull();
  });
});
