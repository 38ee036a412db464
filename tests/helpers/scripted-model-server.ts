import { createServer, type ServerResponse } from "node:http";
import { z } from "zod";
import { readEnv } from "#infra/env.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { ChatModel, ChatRequest } from "#worker/llm/chat-model.ts";
import { createChatModels } from "#worker/llm/create-chat-models.ts";
import { ProviderError } from "#worker/llm/provider-error.ts";
import { listenLocally } from "./listen-locally.ts";

/** The fields of a request in both protocols. */
const RequestBody = z.looseObject({
  messages: z.array(z.looseObject({ role: z.string(), content: z.string() })),
  system: z.string().optional(),
  stream: z.boolean().optional(),
  stream_options: z.unknown().optional(),
  max_tokens: z.int().optional(),
  max_completion_tokens: z.int().optional(),
  response_format: z.unknown().optional(),
  output_config: z.unknown().optional(),
});
export type RequestBody = z.infer<typeof RequestBody>;
export type Answer = (res: ServerResponse, body: RequestBody) => void;

export const API_KEY = "sk-a-very-secret-key";

/** A server on a real socket, in OpenAI's and Anthropic's protocol, that answers as a test says. */
export interface ScriptedModelServer {
  origin: string;
  bodies: RequestBody[];
  answer: Answer;
  /** Creates a model with a new adapter, as after a restart. */
  createModel(provider: Provider): ReturnType<typeof createServerModel>;
  close(): void;
}

const createServerModel = (origin: string, provider: Provider) => {
  const env = readEnv({
    OPENAI_API_KEY: API_KEY,
    OPENAI_BASE_URL: `${origin}/v1`,
    ANTHROPIC_API_KEY: API_KEY,
    ANTHROPIC_BASE_URL: origin,
  });
  const model = createChatModels(env).get(provider);
  if (!model) throw new Error("no model");
  return model;
};

export const startScriptedModelServer = async (): Promise<ScriptedModelServer> => {
  const server = createServer(async (req, res) => {
    const body = RequestBody.parse(JSON.parse((await req.toArray()).join("")));
    scripted.bodies.push(body);
    scripted.answer(res, body);
  });
  const port = await listenLocally(server);
  const origin = `http://127.0.0.1:${port}`;
  const scripted: ScriptedModelServer = {
    origin,
    bodies: [],
    answer: (res) => void res.writeHead(500).end(),
    createModel: (provider) => createServerModel(origin, provider),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return scripted;
};

export const CHAT_REQUEST: ChatRequest = {
  system: "You are a debater.",
  user: "Speak about cars.",
  maxTokens: 3000,
  schema: null,
};

/** Returns the text of a reply, and in parentheses how it ended unless it is complete. */
export const readReply = async (model: ChatModel, request = CHAT_REQUEST): Promise<string> => {
  let text = "";
  try {
    const reply = model.stream(request, new AbortController().signal);
    for (;;) {
      const { value, done } = await reply.next();
      if (done) return value === "cut" ? `${text}(cut)` : text;
      text += value;
    }
  } catch (err) {
    if (!(err instanceof ProviderError)) throw err;
    return `${text}(${err.code})`;
  }
};

export const sendJson = (res: ServerResponse, status: number, body: unknown): void =>
  void res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

/** Answers with a good reply in the protocol of the request, streamed or whole as requested. */
export const sendReply = (res: ServerResponse, { stream }: RequestBody, text = "We act."): void => {
  const isAnthropic = res.req.url === "/v1/messages";
  if (isAnthropic && !stream)
    return sendJson(res, 200, {
      type: "message",
      content: [{ type: "text", text }],
      stop_reason: "end_turn",
    });
  if (!stream)
    return sendJson(res, 200, { choices: [{ message: { content: text }, finish_reason: "stop" }] });
  const events = isAnthropic
    ? [
        { type: "content_block_delta", delta: { type: "text_delta", text } },
        { type: "message_delta", delta: { stop_reason: "end_turn" } },
        { type: "message_stop" },
      ]
    : [
        { choices: [{ delta: { content: text }, finish_reason: null }] },
        { choices: [{ delta: {}, finish_reason: "stop" }] },
      ];
  const lines = events.map((event) => `data: ${JSON.stringify(event)}\n\n`);
  res
    .writeHead(200, { "content-type": "text/event-stream" })
    .end([...lines, ...(isAnthropic ? [] : ["data: [DONE]\n\n"])].join(""));
};
