import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { readEnv } from "#infra/env.ts";
import { completeStructured } from "#worker/llm/complete-structured.ts";
import { createModels } from "#worker/llm/create-models.ts";
import type { ChatModel, ChatRequest } from "#worker/llm/chat-model.ts";
import { ProviderError } from "#worker/llm/provider-error.ts";
import { withoutSchemaIfRefused } from "#worker/llm/without-schema.ts";
import { TurnJudgement } from "#worker/prompts/judge-turn-prompt.ts";

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
const ask = (model: ChatModel) => completeStructured(model, REQUEST, TurnJudgement, signal);

describe("a judge's reply", () => {
  it.each([
    ["JSON", GOOD],
    ["JSON in a code fence", `\`\`\`json\n${GOOD}\n\`\`\``],
    ["JSON in prose", `Here is my judgement: ${GOOD} I hope it helps.`],
  ])("is read from %s", async (_what, reply) => {
    expect(await ask(modelSaying(reply))).toEqual({ score: 7, feedback: "Clear.", quotes: ["a"] });
  });

  it.each([
    ["prose", "I give it a seven."],
    ["half of it", GOOD.slice(0, 30)],
    ["a score out of bounds", GOOD.replace("7", "11")],
    ["a score of 0", GOOD.replace("7", "0")],
    ["half a point", GOOD.replace("7", "7.5")],
    ["a score in words", GOOD.replace("7", '"seven"')],
    ["no feedback", GOOD.replace("Clear.", " ")],
    ["nothing", ""],
  ])("that is %s is asked for once more, then it is none", async (_what, reply) => {
    const twice = modelSaying(reply, reply, GOOD);
    expect(await ask(twice)).toBeNull();
    expect(twice.asked).toBe(2);
    expect(await ask(modelSaying(reply, GOOD))).toMatchObject({ score: 7 });
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
    const model = withoutSchemaIfRefused({
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
    model = createModels(env).get("openai");
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
