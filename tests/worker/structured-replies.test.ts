import { createServer, type Server } from "node:http";
import { z } from "zod";
import { readEnv } from "#infra/env.ts";
import { completeStructured } from "#worker/llm/complete-structured.ts";
import { createChatModels } from "#worker/llm/create-chat-models.ts";
import type { ChatModel, ChatRequest } from "#worker/llm/chat-model.ts";
import { ProviderError } from "#worker/llm/provider-error.ts";
import { VerdictReply } from "#worker/prompts/judge-debate-prompt.ts";
import { TurnJudgementReply } from "#worker/prompts/judge-turn-prompt.ts";
import { listenLocally } from "../helpers/listen-locally.ts";

const REQUEST: ChatRequest = {
  system: "You are a judge.",
  user: "Judge this.",
  maxTokens: 100,
  schema: { name: "reply", schema: { type: "object" } },
};
const GOOD = '{"score": 7, "feedback": "Clear.", "ruling": "It holds.", "quotes": ["a"]}';
const PARSED = { score: 7, feedback: "Clear.", ruling: "It holds.", quotes: ["a"] };
const signal = new AbortController().signal;

/** A model that gives these replies one after the other, split into chunks. */
const modelSaying = (...replies: string[]): ChatModel & { asked: number } => ({
  asked: 0,
  async *stream() {
    yield* (replies[this.asked++] ?? "").split(/(?=,)/);
  },
});
const requestJudgement = (model: ChatModel) =>
  completeStructured(model, REQUEST, { shape: TurnJudgementReply }, signal);

describe("a judge's reply", () => {
  it.each([
    ["JSON", GOOD],
    ["JSON in a code fence", `\`\`\`json\n${GOOD}\n\`\`\``],
    ["JSON in prose", `Here is my judgement: ${GOOD} I hope it helps.`],
    ["JSON in prose with braces", `I was asked for {"score": …} {so} here: ${GOOD} {done}`],
    ["JSON within an object", `{"turn_judgement": ${GOOD}}`],
    ["JSON as arguments of a function", `{"name": "turn_judgement", "arguments": ${GOOD}}`],
    ["JSON with a trailing comma", GOOD.replace('["a"]}', '["a", ], }')],
    ["a score as text", GOOD.replace("7", '"7"')],
    ["a score as a decimal", GOOD.replace("7", "7.0")],
    ["a fractional score, which is rounded", GOOD.replace("7", "6.5")],
    ["a score with its maximum", GOOD.replace("7", '" 7/10 "')],
    ["a score with two decimals", GOOD.replace("7", '"6.75"')],
    ["a score with a decimal comma and its maximum", GOOD.replace("7", '"6,8 out of 10"')],
    ["a single quote instead of a list", GOOD.replace('["a"]', '"a"')],
    ["quotes of other types", GOOD.replace('["a"]', '["a", 7, null]')],
  ])("is parsed from %s", async (_what, reply) => {
    expect(await requestJudgement(modelSaying(reply))).toEqual(PARSED);
  });

  it.each([
    ["prose only", "I give it a seven."],
    ["half of the JSON", GOOD.slice(0, 30)],
    ["a score out of bounds", GOOD.replace("7", "11")],
    ["a score of 0", GOOD.replace("7", "0")],
    ["a score of 11/10", GOOD.replace("7", '"11/10"')],
    ["a score of 10.4", GOOD.replace("7", "10.4")],
    ["a score after other words", GOOD.replace("7", '"I give 7"')],
    ["a score before other words", GOOD.replace("7", '"7 of 20"')],
    ["a score in words", GOOD.replace("7", '"seven"')],
    ["no feedback", GOOD.replace("Clear.", " ")],
    ["no text", ""],
  ])("with %s is requested once more, then counts as none", async (_what, reply) => {
    const twice = modelSaying(reply, reply, GOOD);
    expect(await requestJudgement(twice)).toBeNull();
    expect(twice.asked).toBe(2);
    expect(await requestJudgement(modelSaying(reply, GOOD))).toMatchObject({ score: 7 });
  });

  it.each([
    ["none", GOOD.replace(', "quotes": ["a"]', "")],
    ["null", GOOD.replace('["a"]', "null")],
  ])("may lack quotes: %s", async (_what, reply) => {
    expect(await requestJudgement(modelSaying(reply))).toEqual({ ...PARSED, quotes: [] });
  });

  it.each([
    ["none", GOOD.replace('"ruling": "It holds.", ', "")],
    ["null", GOOD.replace('"It holds."', "null")],
    ["a number", GOOD.replace('"It holds."', "7")],
    ["a list", GOOD.replace('"It holds."', '["It", "holds."]')],
    ["only spaces", GOOD.replace("It holds.", "  ")],
    ["more than 15 words", GOOD.replace("It holds.", "It holds. ".repeat(8))],
  ])("takes the feedback's first sentence for a ruling that is %s", async (_what, reply) => {
    const given = reply.replace("Clear.", "Clear and calm. It could be longer.");
    const model = modelSaying(given);
    expect(await requestJudgement(model)).toMatchObject({ ruling: "Clear and calm." });
    expect(model.asked).toBe(1);
  });

  it("keeps at most ten quotes", async () => {
    const quotes = Array.from({ length: 30 }, (_, n) => `quote ${n}`);
    const reply = GOOD.replace('["a"]', JSON.stringify(quotes));
    expect((await requestJudgement(modelSaying(reply)))?.quotes).toEqual(quotes.slice(0, 10));
  });

  it("may contain raw line breaks in its strings", async () => {
    const reply = GOOD.replace("Clear.", 'Clear,\nand\t\\"good\\", {really}.');
    expect(await requestJudgement(modelSaying(reply))).toMatchObject({
      feedback: 'Clear,\nand\t"good", {really}.',
    });
  });

  it("is cut to whole sentences within 3000 characters", async () => {
    const reply = GOOD.replace("Clear.", "It is clear. ".repeat(1000));
    const feedback = (await requestJudgement(modelSaying(reply)))?.feedback ?? "";
    expect(feedback.length).toBeGreaterThan(2900);
    expect(feedback).toMatch(/^(?:It is clear\. )+It is clear\.$/);
    expect(feedback.length).toBeLessThanOrEqual(3000);
  });

  describe("that fails the quality check", () => {
    const isGood = ({ quotes }: TurnJudgementReply) => quotes.includes("b");
    const wanted = { shape: TurnJudgementReply, isGood };
    const better = GOOD.replace('["a"]', '["b"]');

    it("is requested once more", async () => {
      const model = modelSaying(GOOD, better);
      expect(await completeStructured(model, REQUEST, wanted, signal)).toMatchObject({
        quotes: ["b"],
      });
      expect(model.asked).toBe(2);
    });

    it.each([
      ["no better", modelSaying(GOOD, GOOD.replace("7", "2"))],
      ["unreadable", modelSaying(GOOD, "I give it a seven.")],
      ["empty", modelSaying(GOOD)],
    ])("is used when the next one is %s", async (_what, model) => {
      expect(await completeStructured(model, REQUEST, wanted, signal)).toMatchObject({
        score: 7,
        quotes: ["a"],
      });
      expect(model.asked).toBe(2);
    });

    it("is used when the model fails, but not when the job is aborted", async () => {
      const failingAfter = (failure: Error): ChatModel => {
        const replies = [GOOD];
        return {
          async *stream() {
            const reply = replies.shift();
            if (reply === undefined) throw failure;
            yield reply;
          },
        };
      };
      const busy = new ProviderError("overloaded", "Grok");
      expect(await completeStructured(failingAfter(busy), REQUEST, wanted, signal)).toMatchObject({
        score: 7,
      });
      const gone = new Error("gone");
      const model = failingAfter(gone);
      const aborted = AbortSignal.abort(gone);
      await expect(completeStructured(model, REQUEST, wanted, aborted)).rejects.toBe(gone);
    });
  });

  it("about the whole debate is parsed the same way", async () => {
    const close = (reply: string) =>
      completeStructured(modelSaying(reply), REQUEST, { shape: VerdictReply }, signal);
    expect(await close('{"reasoning": " For won. "}')).toEqual({ reasoning: "For won." });
    expect(await close('{"reasoning": " "}')).toBeNull();
  });

  it("is stored without invalid characters", async () => {
    const reply = GOOD.replace("Clear.", "Cl\\u0000ear \\ud83d.");
    expect(await requestJudgement(modelSaying(reply))).toMatchObject({ feedback: "Clear \uFFFD." });
  });
});

describe("a compatible server that rejects schemas", () => {
  const bodies: unknown[] = [];
  let server: Server;
  let model: ChatModel | undefined;

  beforeAll(async () => {
    const Body = z.looseObject({ response_format: z.unknown().optional() });
    server = createServer(async (req, res) => {
      const body = Body.parse(JSON.parse((await req.toArray()).join("")));
      bodies.push(body.response_format);
      const refuses = body.response_format !== undefined;
      const type = refuses ? "application/json" : "text/event-stream";
      res.writeHead(refuses ? 400 : 200, { "content-type": type });
      const chunk = { choices: [{ index: 0, delta: { content: GOOD }, finish_reason: "stop" }] };
      res.end(
        refuses
          ? '{"error":{"message":"response_format is not supported"}}'
          : `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`,
      );
    });
    const port = await listenLocally(server);
    const env = readEnv({ OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` });
    model = createChatModels(env).get("openai");
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it("gets no schema after the first rejection", async () => {
    if (!model) throw new Error("no model");
    expect(await requestJudgement(model)).toMatchObject({ score: 7 });
    expect(await requestJudgement(model)).toMatchObject({ score: 7 });
    expect(bodies).toEqual([
      expect.objectContaining({ type: "json_schema" }),
      undefined,
      undefined,
    ]);
  });
});
