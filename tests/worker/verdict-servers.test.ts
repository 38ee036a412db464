import type { ServerResponse } from "node:http";
import { type FakeServers, startFakes } from "#infra/dev/fakes/start-fakes.ts";
import { WIRE_DEVIATIONS } from "#infra/dev/fakes/models/wire-deviations.ts";
import { readEnv } from "#infra/env.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { askVerdict } from "#worker/judging/ask-verdict.ts";
import type { ChatModel } from "#worker/llm/chat-model.ts";
import { createChatModels } from "#worker/llm/create-chat-models.ts";
import { AttemptMeter } from "#worker/llm/usage-meter.ts";
import type { PromptSpeech } from "#worker/prompts/prompt-transcript.ts";
import {
  type RequestBody,
  type ScriptedModelServer,
  sendJson,
  sendReply,
  startScriptedModelServer,
} from "../helpers/scripted-model-server.ts";

const DEBATE = { topic: "Cities should ban cars", language: "en", format: "standard" } as const;
const SPEECHES: readonly PromptSpeech[] = [
  { turnNumber: 1, role: "bot_a", content: "Cars take the streets from people." },
  { turnNumber: 2, role: "bot_b", content: "Cars carry those who cannot walk." },
];

/** Asks both questions, as the jobs `judge-debate` and `repeat-verdict` do. */
const judge = (model: ChatModel) => {
  const meter = new AttemptMeter({});
  const { signal } = new AbortController();
  return askVerdict({ debate: DEBATE, speeches: SPEECHES, model, meter, signal });
};

let server: ScriptedModelServer;
beforeAll(async () => {
  server = await startScriptedModelServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.bodies.length = 0;
});

const readPrompt = ({ messages }: RequestBody) => messages.map(({ content }) => content).join("\n");
/** The answer for For, under the label that For has in the question. */
const answer = (body: RequestBody): string => {
  const winner = readPrompt(body).includes("Speaker A argues For") ? "A" : "B";
  return JSON.stringify({ winner, margin: 2, reasoning: "For was clearer." });
};
const FOR = { winner: "bot_a", margin: 2, reasoning: "For was clearer." };

type Script = (res: ServerResponse, body: RequestBody) => void;
const refuse =
  (isRefused: (body: RequestBody) => boolean, status: number, message: string): Script =>
  (res, body) =>
    isRefused(body)
      ? sendJson(res, status, { error: { message } })
      : sendReply(res, body, answer(body));
const say =
  (write: (json: string) => string): Script =>
  (res, body) =>
    sendReply(res, body, write(answer(body)));

const hasSchema = ({ response_format }: RequestBody) => response_format !== undefined;
const hasSystem = ({ messages }: RequestBody) => messages.some(({ role }) => role === "system");
const getLimit = ({ max_tokens, max_completion_tokens }: RequestBody) =>
  max_tokens ?? max_completion_tokens ?? 0;

/**
 * Servers that refuse a part of a request, such as its schema. The first question is sent again
 * without this part. The second question never contains it.
 */
const REFUSING: [string, Script][] = [
  ["schemas with 400", refuse(hasSchema, 400, "response_format is not supported")],
  ["schemas with 500", refuse(hasSchema, 500, "Internal error")],
  ["streaming", refuse(({ stream }) => stream === true, 400, "Streaming is not supported")],
  ["system messages", refuse(hasSystem, 400, "System role not supported")],
  [
    "the field max_completion_tokens",
    refuse(
      (body) => body.max_completion_tokens !== undefined,
      400,
      "Unknown parameter: 'max_completion_tokens'.",
    ),
  ],
  [
    "more than 4096 tokens",
    refuse(
      (body) => getLimit(body) > 4096,
      400,
      "max_tokens is too large: it supports at most 4096 completion tokens",
    ),
  ],
];

describe("the two questions for the winner", () => {
  it.each(REFUSING)("reach a server that refuses %s", async (_what, script) => {
    server.answer = script;
    expect(await judge(server.createModel("openai"))).toEqual([FOR, FOR]);
    expect(server.bodies).toHaveLength(3);
  });

  it.each<[string, (json: string) => string]>([
    ["in a code fence", (json) => `\`\`\`json\n${json}\n\`\`\``],
    ["between sentences", (json) => `My verdict: ${json}\n\nI hope that {this} helps.`],
    ["within an object", (json) => `{"final_verdict": ${json}}`],
    ["after tagged reasoning", (json) => `<think>{"winner": "draw"} or not?</think>${json}`],
    ["after reasoning without a start", (json) => `B, I think.\n</think>\n\n${json}`],
    [
      "in a channel",
      (json) =>
        `<|channel|>analysis<|message|>B?<|end|><|start|>assistant<|channel|>final<|message|>${json}`,
    ],
  ])("read an answer %s", async (_what, write) => {
    server.answer = say(write);
    expect(await judge(server.createModel("openai"))).toEqual([FOR, FOR]);
    expect(server.bodies).toHaveLength(2);
  });

  it("are repeated without a schema if the server answers a schema with no text", async () => {
    server.answer = (res, body) => sendReply(res, body, hasSchema(body) ? "   \n" : answer(body));
    expect(await judge(server.createModel("openai"))).toEqual([FOR, FOR]);
    expect(server.bodies.map(hasSchema)).toEqual([true, false, true, false]);
  });

  it("are repeated with a larger limit if the model only reasons up to its limit", async () => {
    server.answer = (res, body) => {
      if (getLimit(body) > 10_000) return sendReply(res, body, answer(body));
      const message = { content: null, reasoning_content: "Hm." };
      return sendJson(res, 200, { choices: [{ message, finish_reason: "length" }] });
    };
    expect(await judge(server.createModel("openai"))).toEqual([FOR, FOR]);
    expect(server.bodies.map(getLimit)).toEqual([10_000, 20_000, 20_000]);
  });

  it.each([
    ["refused", 200, { choices: [{ message: { refusal: "I can't." }, finish_reason: "stop" }] }],
    ["rate_limited", 429, { error: { message: "Slow down." } }],
    ["misconfigured", 401, { error: { message: "No." } }],
  ])("fail with the code %s at the status %i", async (code, status, body) => {
    server.answer = (res) => sendJson(res, status, body);
    await expect(judge(server.createModel("openai"))).rejects.toMatchObject({ code });
    expect(server.bodies).toHaveLength(1);
  });
});

describe("a verdict of a server that deviates from its protocol", () => {
  let fakes: FakeServers;
  beforeAll(async () => {
    fakes = await startFakes({ firstTokenMs: 0, tokensPerSecond: 10_000 });
  });
  afterAll(() => fakes.close());

  const createModel = (provider: Provider) => {
    const env = readEnv({
      OPENAI_API_KEY: "stand-in",
      OPENAI_BASE_URL: fakes.baseUrls.openai,
      ANTHROPIC_API_KEY: "stand-in",
      ANTHROPIC_BASE_URL: fakes.baseUrls.claude,
    });
    const model = createChatModels(env).get(provider);
    if (!model) throw new Error("no model");
    return model;
  };
  const deviations = WIRE_DEVIATIONS.filter((deviation) => deviation !== "network-error");

  it.each(
    (["openai", "claude"] as const).flatMap((provider) =>
      deviations.map((deviation) => [deviation, provider] as const),
    ),
  )("is read: %s, in the protocol of %s", async (deviation, provider) => {
    const expected = await judge(createModel(provider));
    expect(expected).toHaveLength(2);
    fakes.faults.add({ deviation, times: 2 });
    expect(await judge(createModel(provider))).toEqual(expected);
    fakes.faults.clear();
  });
});
