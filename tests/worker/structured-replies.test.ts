import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { readEnv } from "#infra/env.ts";
import { completeStructured } from "#worker/llm/complete-structured.ts";
import { createChatModels } from "#worker/llm/create-chat-models.ts";
import type { ChatModel, ChatRequest } from "#worker/llm/chat-model.ts";
import { ProviderError } from "#worker/llm/provider-error.ts";
import { withSchemaFallback } from "#worker/llm/schema-fallback.ts";
import { VerdictReply } from "#worker/prompts/judge-debate-prompt.ts";
import { TurnJudgementReply } from "#worker/prompts/judge-turn-prompt.ts";

const REQUEST: ChatRequest = {
  system: "You are a judge.",
  user: "Judge this.",
  maxTokens: 100,
  schema: { name: "reply", schema: { type: "object" } },
};
const GOOD = '{"score": 7, "feedback": "Clear.", "quotes": ["a"]}';
const signal = new AbortController().signal;

/** A model that gives these replies, one after the other, in pieces. */
const modelSaying = (...replies: string[]): ChatModel & { asked: number } => ({
  asked: 0,
  async *stream() {
    yield* (replies[this.asked++] ?? "").split(/(?=,)/);
  },
});
const ask = (model: ChatModel) =>
  completeStructured(model, REQUEST, { shape: TurnJudgementReply }, signal);

describe("a judge's reply", () => {
  it.each([
    ["JSON", GOOD],
    ["JSON in a code fence", `\`\`\`json\n${GOOD}\n\`\`\``],
    ["JSON in prose", `Here is my judgement: ${GOOD} I hope it helps.`],
    ["JSON in prose with braces", `I was asked for {"score": …} {so} here: ${GOOD} {done}`],
    ["JSON with a comma too many", GOOD.replace('["a"]}', '["a", ], }')],
    ["a score as text", GOOD.replace("7", '"7"')],
    ["a score as a decimal", GOOD.replace("7", "7.0")],
    ["a score that is not whole", GOOD.replace("7", "6.5")],
    ["a score of so many", GOOD.replace("7", '" 7/10 "')],
    ["a score to the hundredth", GOOD.replace("7", '"6.75"')],
    ["a score out of so many", GOOD.replace("7", '"6,8 out of 10"')],
    ["one quote alone", GOOD.replace('["a"]', '"a"')],
    ["quotes that are none", GOOD.replace('["a"]', '["a", 7, null]')],
  ])("is read from %s", async (_what, reply) => {
    expect(await ask(modelSaying(reply))).toEqual({ score: 7, feedback: "Clear.", quotes: ["a"] });
  });

  it.each([
    ["prose", "I give it a seven."],
    ["half of it", GOOD.slice(0, 30)],
    ["a score out of bounds", GOOD.replace("7", "11")],
    ["a score of 0", GOOD.replace("7", "0")],
    ["a score beyond ten, in words", GOOD.replace("7", '"11/10"')],
    ["a score just beyond", GOOD.replace("7", "10.4")],
    ["a score after other words", GOOD.replace("7", '"I give 7"')],
    ["a score before other words", GOOD.replace("7", '"7 of 20"')],
    ["a score in words", GOOD.replace("7", '"seven"')],
    ["no feedback", GOOD.replace("Clear.", " ")],
    ["nothing", ""],
  ])("that is %s is asked for once more, then it is none", async (_what, reply) => {
    const twice = modelSaying(reply, reply, GOOD);
    expect(await ask(twice)).toBeNull();
    expect(twice.asked).toBe(2);
    expect(await ask(modelSaying(reply, GOOD))).toMatchObject({ score: 7 });
  });

  it.each([
    ["none", GOOD.replace(', "quotes": ["a"]', "")],
    ["null", GOOD.replace('["a"]', "null")],
  ])("may have no quotes: %s", async (_what, reply) => {
    expect(await ask(modelSaying(reply))).toEqual({ score: 7, feedback: "Clear.", quotes: [] });
  });

  it("has no more quotes than anybody reads", async () => {
    const quotes = Array.from({ length: 30 }, (_, n) => `quote ${n}`);
    const reply = GOOD.replace('["a"]', JSON.stringify(quotes));
    expect((await ask(modelSaying(reply)))?.quotes).toEqual(quotes.slice(0, 10));
  });

  it("may break its lines where JSON does not", async () => {
    const reply = GOOD.replace("Clear.", 'Clear,\nand\t\\"good\\", {really}.');
    expect(await ask(modelSaying(reply))).toMatchObject({
      feedback: 'Clear,\nand\t"good", {really}.',
    });
  });

  it("is no longer than a reader's patience", async () => {
    const reply = GOOD.replace("Clear.", "It is clear. ".repeat(1000));
    const feedback = (await ask(modelSaying(reply)))?.feedback ?? "";
    expect(feedback.length).toBeGreaterThan(2900);
    expect(feedback).toMatch(/^(?:It is clear\. )+It is clear\.$/);
    expect(feedback.length).toBeLessThanOrEqual(3000);
  });

  describe("that could be better", () => {
    const isGood = ({ quotes }: TurnJudgementReply) => quotes.includes("b");
    const wanted = { shape: TurnJudgementReply, isGood };
    const better = GOOD.replace('["a"]', '["b"]');

    it("is asked for once more", async () => {
      const model = modelSaying(GOOD, better);
      expect(await completeStructured(model, REQUEST, wanted, signal)).toMatchObject({
        quotes: ["b"],
      });
      expect(model.asked).toBe(2);
    });

    it.each([
      ["no better", modelSaying(GOOD, GOOD.replace("7", "2"))],
      ["not readable", modelSaying(GOOD, "I give it a seven.")],
      ["not there", modelSaying(GOOD)],
    ])("is taken where the next one is %s", async (_what, model) => {
      expect(await completeStructured(model, REQUEST, wanted, signal)).toMatchObject({
        score: 7,
        quotes: ["a"],
      });
      expect(model.asked).toBe(2);
    });

    it("is taken where the model fails, and not where nobody wants it any more", async () => {
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

  it("that closes the debate is read the same way", async () => {
    const close = (reply: string) =>
      completeStructured(modelSaying(reply), REQUEST, { shape: VerdictReply }, signal);
    expect(await close('{"reasoning": " For won. "}')).toEqual({ reasoning: "For won." });
    expect(await close('{"reasoning": " "}')).toBeNull();
  });

  it("loses what cannot be stored", async () => {
    const reply = GOOD.replace("Clear.", "Cl\\u0000ear \\ud83d.");
    expect(await ask(modelSaying(reply))).toMatchObject({ feedback: "Clear \uFFFD." });
  });
});

describe("a model that refuses", () => {
  const refusal = new ProviderError("rejected", "Grok");
  const busy = new ProviderError("overloaded", "Grok");
  const plain = { ...REQUEST, schema: null };

  /** A model that fails so, one time after the other, and then answers. */
  const failing = (...failures: unknown[]) => {
    const asked: ChatRequest[] = [];
    const model = withSchemaFallback({
      async *stream(request) {
        asked.push(request);
        const failure = failures.shift();
        if (failure !== undefined) throw failure;
        yield GOOD;
      },
    });
    const hear = async (request: ChatRequest) => {
      let whole = "";
      for await (const piece of model.stream(request, signal)) whole += piece;
      return whole;
    };
    return { asked, hear };
  };

  it("a schema is asked the same without one, and never with one again", async () => {
    const { asked, hear } = failing(refusal);
    expect(await hear(REQUEST)).toBe(GOOD);
    expect(await hear(REQUEST)).toBe(GOOD);
    expect(asked).toEqual([REQUEST, plain, plain]);
  });

  it("what has no schema is not asked again", async () => {
    const { asked, hear } = failing(refusal);
    await expect(hear(plain)).rejects.toBe(refusal);
    expect(asked).toEqual([plain]);
  });

  it("without a schema, too, is asked with one the next time", async () => {
    const { asked, hear } = failing(refusal, busy);
    await expect(hear(REQUEST)).rejects.toBe(busy);
    expect(await hear(REQUEST)).toBe(GOOD);
    expect(asked).toEqual([REQUEST, plain, REQUEST]);
  });

  it.each([busy, new TypeError("terminated")])(
    "nothing, and fails otherwise, is not asked again: %s",
    async (failure) => {
      const { asked, hear } = failing(failure);
      await expect(hear(REQUEST)).rejects.toBe(failure);
      expect(asked).toEqual([REQUEST]);
    },
  );
});

describe("a compatible server that takes no schema", () => {
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
    await new Promise<void>((resolve) => server.listen(0, resolve));
    // Listening on a port, not on a pipe.
    const { port } = server.address() as AddressInfo;
    const env = readEnv({ OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` });
    model = createChatModels(env).get("openai");
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it("is asked in words alone, and not with a schema again", async () => {
    if (!model) throw new Error("no model");
    expect(await ask(model)).toMatchObject({ score: 7 });
    expect(await ask(model)).toMatchObject({ score: 7 });
    expect(bodies).toEqual([
      expect.objectContaining({ type: "json_schema" }),
      undefined,
      undefined,
    ]);
  });
});
