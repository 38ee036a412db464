import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { type Env, readEnv } from "#infra/env.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { ChatModel, ChatRequest } from "#worker/llm/chat-model.ts";
import { createChatModels } from "#worker/llm/create-chat-models.ts";
import { AttemptMeter } from "#worker/llm/usage-meter.ts";
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

/** The reply, which comes at once and so is one piece; then how it ended, unless well. */
const heard = async (provider: Provider, request = REQUEST): Promise<string> => {
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
  for await (const piece of model?.stream(REQUEST, new AbortController().signal) ?? [])
    text += piece;
  return text;
};

const chunk = (choice: object): string =>
  `data: ${JSON.stringify({ object: "chat.completion.chunk", choices: [{ index: 0, ...choice }] })}`;
const says = (content: string | null): string => chunk({ delta: { content }, finish_reason: null });
const ends = (reason: string): string => chunk({ delta: {}, finish_reason: reason });
const DONE = "data: [DONE]";

describe("a reply on OpenAI's wire", () => {
  it.each([
    ["its words", [says("We "), says("act."), ends("stop"), DONE], "We act."],
    ["its words up to the cap", [says("We "), ends("length"), DONE], "We |(cut)"],
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
    [
      "its words, in parts, and whatever else a server sends",
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
      "its words, though what comes after their end is broken",
      [says("We act."), ends("stop"), "data: {broken", DONE],
      "We act.",
    ],
    [
      "its words without what it thinks aloud before them, wherever it is cut",
      [
        ...["<th", "ink>We shall l", "ose.</thi", "nk>", "We ", "<", "b>act", " <3</", "b>."].map(
          says,
        ),
        ends("stop"),
        DONE,
      ],
      "We <b>act <3</b>.",
    ],
    [
      "its words without the end of a thought that never began",
      [says("Hm.</thi"), says("nk>We act."), ends("stop"), DONE],
      "Hm.We act.",
    ],
    ["no word of a thought that never ends", [says("<Thinking>Hm."), ends("length")], "(cut)"],
    ["what may have become a thought, and did not", [says("We <th"), ends("stop")], "We |<th"],
    ["a refusal", [chunk({ delta: { refusal: "I cannot." }, finish_reason: null })], "(refused)"],
    ["a filter", [says("We "), ends("content_filter"), DONE], "We |(refused)"],
    [
      "a filter, whatever comes after it",
      [says("We "), ends("content_filter"), says("act."), ends("stop"), DONE],
      "We |(refused)",
    ],
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
    [
      "an error of a key on the way",
      ['data: {"error":{"code":"invalid_api_key","type":"invalid_request_error","message":"Oh"}}'],
      "(misconfigured)",
    ],
    [
      "an error of a server behind",
      ['data: {"error":{"code":502,"message":"Oh"}}'],
      "(overloaded)",
    ],
    [
      "an error in words alone",
      ['data: {"error":"Incorrect API key provided"}'],
      "(misconfigured)",
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
      stream_options: { include_usage: true },
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
      "We act.",
    ],
    ["its words up to the cap", [writes("We "), stops("max_tokens"), STOP], "We |(cut)"],
    [
      "its words as far as there was room for them",
      [writes("We "), stops("model_context_window_exceeded"), STOP],
      "We |(cut)",
    ],
    [
      "its words, though what comes after their end is broken",
      [writes("We act."), stops("end_turn"), "data: {broken"],
      "We act.",
    ],
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
    [
      "its words, whatever says nothing of itself",
      [
        event("message_delta"),
        event("content_block_delta"),
        event("content_block_delta", { delta: { type: "text_delta" } }),
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
      not_found_error: "misconfigured",
      billing_error: "misconfigured",
      request_too_large: "too_long",
      timeout_error: "overloaded",
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
    const stream = createChatModels(env).get(provider)?.stream(REQUEST, enough.signal);
    await expect(stream?.[Symbol.asyncIterator]().next()).rejects.toBe(reason);
    await hungUp;
  });

  it("is given up when it never comes to an end", async () => {
    answer = (res) => {
      res.writeHead(200, { "content-type": "text/event-stream" });
      const beat = setInterval(() => res.write(": still here\n\n"), 20);
      res.on("close", () => clearInterval(beat));
    };
    const patience = { firstByteMs: 60_000, silenceMs: 60_000, totalMs: 1000 };
    const model = createChatModels({ ...env, patience }).get(provider);
    const stream = model?.stream(REQUEST, new AbortController().signal);
    await expect(stream?.[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: "interrupted",
      detail: "ProviderTimeoutError: the provider fell silent",
    });
  });
});

const answerWhole = (body: object) => {
  answer = (res) =>
    res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body, null, 2));
};

describe("a server that streams nothing", () => {
  it("is heard all the same, on OpenAI's wire", async () => {
    const message = { role: "assistant", content: "<think>Hm.</think>\n\nWe act." };
    answerWhole({ choices: [{ message, finish_reason: "stop" }] });
    expect(await heard("openai")).toBe("\n\nWe act.");
    answerWhole({
      choices: [{ message: { content: "We" }, finish_reason: "length" }],
      usage: null,
    });
    expect(await heard("openai")).toBe("We|(cut)");
    answerWhole({ error: { message: "Oh", type: "server_error" } });
    expect(await heard("openai")).toBe("(overloaded)");
  });

  it("is heard all the same, on Anthropic's wire", async () => {
    const content = [
      { type: "thinking", thinking: "Hm." },
      { type: "text", text: "We act." },
    ];
    answerWhole({ type: "message", content, stop_reason: "end_turn" });
    expect(await heard("claude")).toBe("We act.");
  });
});

describe("a reply that goes on", () => {
  beforeEach(() =>
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] }),
  );
  afterEach(() => {
    jest.runAllTimers();
    jest.useRealTimers();
  });

  it("is refused at once, though its stream is left open", async () => {
    answer = (res) =>
      void res
        .writeHead(200, { "content-type": "text/event-stream" })
        .write(`${ends("content_filter")}\n\n`);
    expect(await heard("openai")).toBe("(refused)");
  });

  it.each<[Provider, (text: string) => string, string[]]>([
    ["openai", says, [ends("stop"), DONE]],
    ["claude", writes, [stops("end_turn"), STOP]],
  ])(
    "is heard in one piece for a beat, once its first words are there: %s",
    async (provider, word, end) => {
      const asking = new Promise<ServerResponse>((resolve) => {
        answer = (res) => resolve(res.writeHead(200, { "content-type": "text/event-stream" }));
      });
      const stream = createChatModels(env)
        .get(provider)
        ?.stream(REQUEST, new AbortController().signal);
      const hear = async () => (await stream?.next())?.value;
      const first = hear();
      const res = await asking;
      const say = async (event: string) => {
        await new Promise((resolve) => res.write(`${event}\n\n`, resolve));
        for (let round = 0; round < 20; round++) await new Promise(setImmediate);
      };
      await say(word("\n"));
      expect(await first).toBe("\n");
      const words = hear();
      await say(word("We "));
      expect(await words).toBe("We ");
      const rest = hear();
      for (const event of ["act", " ", "now."].map(word)) await say(event);
      jest.advanceTimersByTime(50);
      expect(await rest).toBe("act now.");
      const last = hear();
      await say(word(" And"));
      for (const event of end) await say(event);
      res.end();
      expect([await last, await hear()]).toEqual([" And", undefined]);
    },
  );
});

describe("a reply without an end", () => {
  it("is taken up to more than any reply needs, and its stream closed", async () => {
    const closed = new Promise<void>((resolve) => {
      answer = (res) => {
        res.writeHead(200, { "content-type": "text/event-stream" });
        const write = () => {
          while (res.write(`${says("x".repeat(1000))}\n\n`));
        };
        res.on("drain", write).on("close", resolve);
        write();
      };
    });
    const said = await heard("openai");
    expect(said).toMatch(/^[x|]+\|\(cut\)$/);
    const { length } = said.replaceAll(/[^x]/g, "");
    expect(length).toBeGreaterThan(100_000);
    // What came with the last of it is heard, too.
    expect(length).toBeLessThan(200_000);
    await closed;
  });

  it.each<[string, (res: ServerResponse) => boolean, number]>([
    // The network holds some more than was read.
    ["in one event", (res) => res.write("x".repeat(10_000)), 12],
    ["in signs of life", (res) => res.write(`: ${"x".repeat(10_000)}\n`), 30],
  ])("is given up where it has none %s", async (_what, writeMore, mostMegabytes) => {
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
    expect(await heard("openai")).toBe("(interrupted)");
    await closed;
    expect(written).toBeLessThan(mostMegabytes * 2 ** 20);
  });
});

describe("a server that has another name for the cap on tokens", () => {
  it.each([
    [
      400,
      { error: { message: "Unsupported parameter: 'max_completion_tokens'. Use 'max_tokens'." } },
    ],
    [422, { detail: [{ type: "extra_forbidden", loc: ["body", "max_completion_tokens"] }] }],
  ])("and refuses ours with %d is asked with its own, from then on", async (status, refusal) => {
    const Body = z.looseObject({ max_completion_tokens: z.int().optional() });
    answer = (res) => {
      const isRefused = Body.parse(asked.at(-1)?.body).max_completion_tokens !== undefined;
      if (!isRefused) return (reply(says("We act."), ends("stop"), DONE), answer(res));
      res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(refusal));
    };
    const model = createChatModels(env).get("openai");
    for (let time = 0; time < 2; time++) expect(await textOf(model)).toBe("We act.");
    expect(asked).toHaveLength(3);
    expect(asked[2]?.body).toMatchObject({ max_tokens: 100 });
    expect(asked[2]?.body).not.toHaveProperty("max_completion_tokens");
  });

  it("and refuses to count is not asked to, from then on", async () => {
    const Body = z.looseObject({ stream_options: z.unknown().optional() });
    answer = (res) => {
      const isRefused = Body.parse(asked.at(-1)?.body).stream_options !== undefined;
      if (!isRefused) return (reply(says("We act."), ends("stop"), DONE), answer(res));
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

describe("what a reply takes", () => {
  const ESTIMATED = { inputTokens: 6, outputTokens: 2, isEstimated: true };
  it.each<[what: string, provider: Provider, events: string[], taken: object]>([
    [
      "is what OpenAI counts after the end",
      "openai",
      [
        says("We act."),
        ends("stop"),
        data({ choices: [], usage: { prompt_tokens: 30, completion_tokens: 12 } }),
        DONE,
      ],
      { inputTokens: 30, outputTokens: 12, isEstimated: false },
    ],
    [
      "is the last word of a server that counts as it goes",
      "openai",
      [
        data({ choices: [], usage: { prompt_tokens: 30, completion_tokens: 1 } }),
        says("We act."),
        ends("stop"),
        data({ choices: [], usage: { prompt_tokens: 30, completion_tokens: 12 } }),
        DONE,
      ],
      { inputTokens: 30, outputTokens: 12, isEstimated: false },
    ],
    [
      "is estimated of a server that does not count",
      "openai",
      [says("We act."), ends("stop"), DONE],
      ESTIMATED,
    ],
    [
      "is estimated of a server that counts nonsense",
      "openai",
      [
        says("We act."),
        ends("stop"),
        data({ usage: { prompt_tokens: -1, completion_tokens: 1e300 } }),
        DONE,
      ],
      ESTIMATED,
    ],
    [
      "is what Claude tells at the start and with the end, the cache included",
      "claude",
      [
        starts({
          input_tokens: 20,
          cache_creation_input_tokens: 5,
          cache_read_input_tokens: 5,
          output_tokens: 1,
        }),
        writes("We act."),
        stops("end_turn"),
      ],
      { inputTokens: 30, outputTokens: 9, isEstimated: false },
    ],
    [
      "is partly estimated where Claude breaks off: its first count of what it wrote is a guess",
      "claude",
      [starts({ input_tokens: 30, output_tokens: 1 }), writes("We act.")],
      { inputTokens: 30, outputTokens: 2, isEstimated: true },
    ],
  ])("%s", async (_what, provider, events, taken) => {
    reply(...events);
    const meter = new AttemptMeter({});
    await heard(provider, { ...REQUEST, meter });
    expect(meter.usage).toMatchObject({ provider, requests: 1, characters: 0, ...taken });
  });

  it("is nothing while nobody was asked", () => {
    expect(new AttemptMeter({}).usage).toBeNull();
  });
});

it("a server that likes neither name is asked by both, and then by the last one alone", async () => {
  fail(400, { message: "max_completion_tokens and max_tokens are too large." });
  const model = createChatModels(env).get("openai");
  const ask = () => model?.stream(REQUEST, new AbortController().signal).next();
  await expect(ask()).rejects.toMatchObject({ code: "rejected" });
  expect(asked).toHaveLength(2);
  await expect(ask()).rejects.toMatchObject({ code: "rejected" });
  expect(asked).toHaveLength(3);
});

/** As vendors and servers have really said it. */
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
    "misconfigured: Claude cannot answer: the credit that this site has there is used up.",
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
    "misconfigured: ChatGPT cannot answer: the credit that this site has there is used up.",
  ],
  [
    "openai",
    403,
    {
      code: "The caller does not have permission to execute the specified operation",
      error: "Your newly created teams doesn't have any credits yet.",
    },
    "misconfigured: ChatGPT cannot answer: the credit that this site has there is used up.",
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
  "a failure of %s with %d and %j is %s, asked for once",
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

it("a failure without an end is read as far as it says something", async () => {
  answer = (res) => {
    res.writeHead(400, { "content-type": "text/html" });
    const write = () => {
      while (res.write("<p>Oh</p>".repeat(1000)));
    };
    res.on("drain", write);
    write();
  };
  expect(await heard("openai")).toBe("(rejected)");
});

it("a code of OpenAI's says more than its type", async () => {
  fail(400, { code: "context_length_exceeded", type: "invalid_request_error", message: "No." });
  expect(await heard("openai")).toBe("(too_long)");
});

it("only the providers that are available have a model", () => {
  expect([...createChatModels(env).keys()]).toEqual(["openai", "claude"]);
});
