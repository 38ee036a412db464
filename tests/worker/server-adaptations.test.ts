import { z } from "zod";
import type { ChatRequest } from "#worker/llm/chat-model.ts";
import { completeStructured } from "#worker/llm/complete-structured.ts";
import { AttemptMeter } from "#worker/llm/usage-meter.ts";
import { JUDGE_MAX_TOKENS } from "#worker/prompts/judge-rules.ts";
import {
  API_KEY,
  CHAT_REQUEST,
  readReply,
  type RequestBody,
  type ScriptedModelServer,
  sendJson,
  sendReply,
  startScriptedModelServer,
} from "../helpers/scripted-model-server.ts";

const JUDGE_REQUEST: ChatRequest = {
  ...CHAT_REQUEST,
  schema: { name: "reply", schema: { type: "object" } },
};

let server: ScriptedModelServer;
beforeAll(async () => {
  server = await startScriptedModelServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.bodies.length = 0;
});

/** Answers matching requests with this status and body, and all others with a reply. */
const refuse = (isRefused: (body: RequestBody) => boolean, status: number, body: unknown) => {
  server.answer = (res, asked) =>
    isRefused(asked) ? sendJson(res, status, body) : sendReply(res, asked);
};
const message = (text: string) => ({ error: { message: text } });
const tokenLimit = ({ max_tokens, max_completion_tokens }: RequestBody) =>
  max_completion_tokens ?? max_tokens ?? 0;
const hasSystem = ({ system, messages }: RequestBody) =>
  system !== undefined || messages.some(({ role }) => role === "system");
const hasSchema = ({ response_format, output_config }: RequestBody) =>
  response_format !== undefined || output_config !== undefined;

/** Reads two replies with one adapter; the first request is refused, the later ones are accepted. */
const expectLearned = async (
  kind: string,
  provider: "openai" | "claude" = "openai",
  request = CHAT_REQUEST,
) => {
  const model = server.createModel(provider);
  expect(model.adaptations()).toEqual([]);
  expect(await readReply(model, request)).toBe("We act.");
  expect(server.bodies).toHaveLength(2);
  expect(await readReply(model, request)).toBe("We act.");
  expect(server.bodies).toHaveLength(3);
  expect(model.adaptations()).toMatchObject([{ kind }]);
  return model.adaptations()[0];
};

describe("a server that refuses streaming", () => {
  it.each([
    [
      400,
      {
        error: {
          message: "Your organization must be verified to stream this model.",
          type: "invalid_request_error",
          param: "stream",
          code: "unsupported_value",
        },
      },
    ],
    [400, { error: { message: "Unsupported value.", param: "stream" } }],
    [403, message("Streaming is not enabled for your organization.")],
    [422, { detail: [{ loc: ["body", "stream"], msg: "must be false", input: true }] }],
    [501, message("streaming is not implemented")],
    [500, message("This model does not support streaming")],
    [200, message("Streaming is not supported for this model")],
  ])("with %d %j is asked without it from then on", async (status, body) => {
    refuse(({ stream }) => stream === true, status, body);
    await expectLearned("no_streaming");
    expect(server.bodies[1]).not.toHaveProperty("stream");
    expect(server.bodies[1]).not.toHaveProperty("stream_options");
  });

  it("in Anthropic's protocol is asked without it from then on", async () => {
    refuse(({ stream }) => stream === true, 400, message("stream: streaming is not supported"));
    await expectLearned("no_streaming", "claude");
  });

  it("is not assumed from an error of a stream that says nothing about support", async () => {
    server.answer = (res) => sendJson(res, 500, message("upstream stream disconnected"));
    expect(await readReply(server.createModel("openai"))).toBe("(overloaded)");
    expect(server.bodies).toHaveLength(1);
  });
});

describe("a server that refuses schemas", () => {
  it.each([
    [400, message("response_format is not supported")],
    [400, message("Bad request")],
    [
      422,
      { detail: [{ loc: ["body", "response_format"], msg: "Extra inputs are not permitted" }] },
    ],
    [500, message("failed to parse grammar")],
    [500, message("Internal error")],
    [501, message("Not implemented")],
    [404, message("No endpoints found that can handle the requested parameters.")],
    [404, message("No endpoints found that support structured outputs")],
    [200, message("json_schema is not supported")],
  ])("with %d %j is asked without one from then on", async (status, body) => {
    refuse(hasSchema, status, body);
    await expectLearned("no_schema", "openai", JUDGE_REQUEST);
    expect(server.bodies.map(hasSchema)).toEqual([true, false, false]);
  });

  it("in Anthropic's protocol is asked without one from then on", async () => {
    refuse(hasSchema, 400, message("output_config: Extra inputs are not permitted"));
    await expectLearned("no_schema", "claude", JUDGE_REQUEST);
  });

  it.each([
    [401, "misconfigured"],
    [429, "rate_limited"],
    [503, "overloaded"],
    [529, "overloaded"],
  ])("is not assumed from the status %d", async (status, code) => {
    server.answer = (res) => sendJson(res, status, message("No."));
    expect(await readReply(server.createModel("openai"), JUDGE_REQUEST)).toBe(`(${code})`);
    expect(server.bodies).toHaveLength(1);
  });

  it("is not assumed from a server error in Anthropic's protocol", async () => {
    server.answer = (res) => sendJson(res, 500, message("Internal error"));
    expect(await readReply(server.createModel("claude"), JUDGE_REQUEST)).toBe("(overloaded)");
    expect(server.bodies).toHaveLength(1);
  });

  it("is not assumed when the request without one fails, too", async () => {
    server.answer = (res) => sendJson(res, 500, message("Internal error"));
    const model = server.createModel("openai");
    expect(await readReply(model, JUDGE_REQUEST)).toBe("(overloaded)");
    expect(server.bodies.map(hasSchema)).toEqual([true, false]);
    expect(model.adaptations()).toEqual([]);
    server.answer = sendReply;
    await readReply(model, JUDGE_REQUEST);
    expect(server.bodies.map(hasSchema)).toEqual([true, false, true]);
  });
});

describe("a server that refuses system messages", () => {
  it.each([
    [400, "System role not supported"],
    [400, "Developer instruction is not enabled for models/gemma-3-27b-it"],
    [400, "Conversation roles must alternate user/assistant/user/assistant/..."],
    [500, "Jinja Exception: System role not supported"],
    [
      400,
      'Error rendering prompt with jinja template: "Only user and assistant roles are supported!"',
    ],
    [400, "Only user, assistant and tool roles are supported, got system"],
    [400, "Unsupported value: 'messages[0].role' does not support 'system' with this model."],
    [422, "Input should be 'user' or 'assistant'"],
    [400, "chat template rejected the request: Unexpected message role."],
    [400, "The first message must be from the user"],
    [400, "messages: first role should be 'user'"],
    [400, "This model does not support system prompts"],
  ])("with %d '%s' gets the system text before the user's from then on", async (status, text) => {
    refuse(hasSystem, status, message(text));
    await expectLearned("system_in_user_message");
    const content = `${CHAT_REQUEST.system}\n\n${CHAT_REQUEST.user}`;
    expect(server.bodies[1]?.messages).toEqual([{ role: "user", content }]);
  });

  it("in Anthropic's protocol gets the system text before the user's from then on", async () => {
    refuse(hasSystem, 400, message("system: system prompts are not supported"));
    await expectLearned("system_in_user_message", "claude");
  });
});

describe("a server with a smaller limit of output tokens", () => {
  it.each([
    [
      400,
      1024,
      "max_tokens is too large: 3000. This model supports at most 1024 completion tokens, whereas you provided 3000.",
    ],
    [
      400,
      1024,
      "max_completion_tokens must be less than or equal to `1024`, the maximum value for this model",
    ],
    [400, 1024, "Invalid max_tokens value, the valid range of max_tokens is [1, 1024]"],
    [
      400,
      1024,
      "max_tokens: 3000 > 1024, which is the maximum allowed number of output tokens for claude-3-5-haiku-20241022",
    ],
    [
      400,
      1024,
      "The maximum tokens you requested exceeds the model limit of 1,024. Try again with a lower value.",
    ],
    [422, 1500, "max_tokens is too large"],
  ])("with %d gets at most %d: %s", async (status, limit, text) => {
    refuse((body) => tokenLimit(body) > limit, status, message(text));
    expect(await expectLearned("output_limit")).toMatchObject({ limit });
    expect(server.bodies.map(tokenLimit)).toEqual([3000, limit, limit]);
    expect(server.bodies[2]).toHaveProperty("max_completion_tokens");
  });

  it.each([
    [
      "'max_tokens' or 'max_completion_tokens' is too large: 3000. This model's maximum context length is 2048 tokens and your request has 600 input tokens (3000 > 2048 - 600).",
      1448,
    ],
    [
      "This model's maximum context length is 2048 tokens. However, you requested 3600 tokens (600 in the messages, 3000 in the completion). Please reduce the length of the messages or completion.",
      1448,
    ],
    [
      "This endpoint's maximum context length is 2048 tokens. However, you requested about 3600 tokens (600 of text input, 3000 in the output).",
      1448,
    ],
    [
      "This model's maximum context length is 2048 tokens. However, you requested 3600 tokens.",
      1448,
    ],
    [
      "`inputs` tokens + `max_new_tokens` must be <= 2048. Given: 600 `inputs` tokens and 3000 `max_new_tokens`",
      1448,
    ],
    [
      "input length and `max_tokens` exceed context limit: 600 + 3000 > 2048, decrease input length or `max_tokens` and try again",
      1448,
    ],
  ])("gets what its context has left: %s", async (text, room) => {
    refuse((body) => tokenLimit(body) > room, 400, message(text));
    const model = server.createModel("openai");
    expect(await readReply(model)).toBe("We act.");
    expect(server.bodies.map(tokenLimit)).toEqual([3000, room]);
    expect(model.adaptations()).toMatchObject([{ kind: "context_limit", limit: 2048 }]);
  });

  it("gets what an estimate leaves of its context, if it does not count the input", async () => {
    const text = "max_tokens=3000 cannot be greater than max_model_len=max_total_tokens=2048.";
    refuse((body) => tokenLimit(body) > 2016, 400, message(text));
    expect(await expectLearned("context_limit")).toMatchObject({ limit: 2048 });
    expect(server.bodies.map(tokenLimit)[2]).toBeGreaterThan(1900);
  });

  it.each([
    "This model's maximum context length is 2048 tokens and your request has 2040 input tokens, max_tokens is too large.",
    "This model's maximum context length is 2048 tokens. However, your messages resulted in 3001 tokens.",
    "prompt is too long: 3001 tokens > 2048 maximum",
  ])("has no room for the debate if the input fills its context: %s", async (text) => {
    server.answer = (res) => sendJson(res, 400, message(text));
    const model = server.createModel("openai");
    expect(await readReply(model)).toBe("(too_long)");
    expect(server.bodies).toHaveLength(1);
    expect(model.adaptations()).toEqual([]);
  });
});

describe("a server with another field for the token limit", () => {
  it("gets it only for good once a request with it was accepted", async () => {
    const text = "Unsupported parameter: 'max_completion_tokens'. Use 'max_tokens' instead.";
    server.answer = (res) => sendJson(res, 400, message(text));
    const model = server.createModel("openai");
    expect(await readReply(model)).toBe("(rejected)");
    expect(server.bodies.map((body) => "max_completion_tokens" in body)).toEqual([true, false]);
    expect(model.adaptations()).toEqual([]);
    server.answer = sendReply;
    await readReply(model);
    expect(server.bodies[2]).toHaveProperty("max_completion_tokens");
  });
});

describe("a model that only reasons up to its token limit", () => {
  const REASONING = {
    choices: [{ message: { reasoning_content: "Hm." }, finish_reason: "length" }],
  };
  const reasonUpTo = (tokens: number, text?: string) => {
    server.answer = (res, body) =>
      tokenLimit(body) <= tokens ? sendJson(res, 200, REASONING) : sendReply(res, body, text);
  };

  it("gets a larger limit from the next request on", async () => {
    reasonUpTo(8000);
    const model = server.createModel("openai");
    expect(await readReply(model)).toBe("(cut)");
    expect(model.adaptations()).toMatchObject([{ kind: "larger_output", limit: 16_000 }]);
    expect(await readReply(model)).toBe("We act.");
    expect(server.bodies.map(tokenLimit)).toEqual([3000, 16_000]);
  });

  it("gets no larger limit after a request that expects to be cut", async () => {
    reasonUpTo(8000);
    const model = server.createModel("openai");
    expect(await readReply(model, { ...CHAT_REQUEST, maxTokens: 16 })).toBe("(cut)");
    expect(model.adaptations()).toEqual([]);
  });

  it("judges with a larger limit at its second try, and with enough for reasoning at its first", async () => {
    reasonUpTo(8000, '{"a": 1}');
    const judge = async (maxTokens: number) => {
      server.bodies.length = 0;
      const shape = z.object({ a: z.number() });
      const request = { ...JUDGE_REQUEST, maxTokens };
      const { signal } = new AbortController();
      return completeStructured(server.createModel("openai"), request, { shape }, signal);
    };
    expect(await judge(JUDGE_MAX_TOKENS)).toEqual({ a: 1 });
    expect(server.bodies).toHaveLength(1);
    expect(await judge(100)).toEqual({ a: 1 });
    expect(server.bodies.map(tokenLimit)).toEqual([100, 16_000]);
  });
});

describe("a model whose reasoning has no start", () => {
  const REPLY = "Hm, the user wants a speech.\n</think>We act.";
  const sendPieces: typeof server.answer = (res) => {
    res.writeHead(200, { "content-type": "text/event-stream" });
    const send = (content: string, finish_reason: string | null) =>
      res.write(
        `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason }] })}\n\n`,
      );
    send(REPLY.slice(0, 10), null);
    setTimeout(() => {
      send(REPLY.slice(10), "stop");
      res.end();
    }, 100);
  };

  it("is interrupted once its reasoning was shown, and shows only what follows from then on", async () => {
    server.answer = sendPieces;
    const model = server.createModel("openai");
    expect(await readReply(model)).toBe("Hm, the us(interrupted)");
    expect(model.adaptations()).toMatchObject([{ kind: "text_after_reasoning" }]);
    expect(await readReply(model)).toBe("We act.");
  });

  it("judges without a retry", async () => {
    server.answer = sendPieces;
    const request = { ...JUDGE_REQUEST, isReadAtEnd: true };
    expect(await readReply(server.createModel("openai"), request)).toBe("We act.");
  });
});

describe("the adaptations to a server", () => {
  it("are all found in one request, and each is listed with its reason and time", async () => {
    server.answer = (res, body) => {
      if (body.stream_options) return sendJson(res, 400, message("Unknown field: stream_options"));
      if (body.max_completion_tokens)
        return sendJson(res, 400, message("Unknown field: max_completion_tokens"));
      if (hasSystem(body)) return sendJson(res, 400, message("System role not supported"));
      if (hasSchema(body)) return sendJson(res, 400, message("No."));
      if (body.stream) return sendJson(res, 400, message("stream is not supported"));
      return tokenLimit(body) > 500
        ? sendJson(res, 400, message("max_tokens must be at most 500"))
        : sendReply(res, body);
    };
    const model = server.createModel("openai");
    expect(await readReply(model, JUDGE_REQUEST)).toBe("We act.");
    expect(server.bodies).toHaveLength(7);
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown;
    expect(model.adaptations()).toEqual([
      {
        kind: "no_stream_options",
        at,
        reason: "BadRequestError 400: Unknown field: stream_options",
      },
      {
        kind: "max_tokens_field",
        at,
        reason: "BadRequestError 400: Unknown field: max_completion_tokens",
      },
      {
        kind: "system_in_user_message",
        at,
        reason: "BadRequestError 400: System role not supported",
      },
      { kind: "no_schema", at, reason: "BadRequestError 400: No." },
      { kind: "no_streaming", at, reason: "BadRequestError 400: stream is not supported" },
      {
        kind: "output_limit",
        at,
        limit: 500,
        reason: "BadRequestError 400: max_tokens must be at most 500",
      },
    ]);
  });

  it("are forgotten by a new process", async () => {
    refuse(hasSystem, 400, message("System role not supported"));
    await readReply(server.createModel("openai"));
    expect(server.createModel("openai").adaptations()).toEqual([]);
    await readReply(server.createModel("openai"));
    expect(server.bodies.map(hasSystem)).toEqual([true, false, true, false]);
  });

  it.each([
    ["the API key", `No system role for ${API_KEY}`],
    ["the prompt", `System role not supported: ${CHAT_REQUEST.user}`],
  ])("have reasons without %s", async (_what, text) => {
    refuse(hasSystem, 400, message(text));
    const { reason } = (await expectLearned("system_in_user_message")) ?? { reason: "" };
    expect(reason).toContain("400");
    expect(reason).not.toContain(API_KEY);
    expect(reason).not.toContain(CHAT_REQUEST.user);
  });

  it("cost nothing but the accepted request", async () => {
    refuse(hasSystem, 400, message("System role not supported"));
    const meter = new AttemptMeter({});
    await readReply(server.createModel("openai"), { ...CHAT_REQUEST, meter });
    expect(meter.usage).toMatchObject({ requests: 2, inputTokens: 9, outputTokens: 2 });
  });

  it("are not sought for a refusal of the text", async () => {
    const error = {
      message: "The system prompt violates our usage policy.",
      code: "content_filter",
    };
    server.answer = (res) => sendJson(res, 400, { error });
    expect(await readReply(server.createModel("openai"), JUDGE_REQUEST)).toBe("(refused)");
    expect(server.bodies).toHaveLength(1);
  });
});
