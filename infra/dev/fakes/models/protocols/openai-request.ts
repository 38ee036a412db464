import { z } from "zod";
import type { Conversation } from "../conversation.ts";
import { MessageContent, ReplyJsonSchema } from "./model-protocol.ts";

const ChatCompletionRequest = z.looseObject({
  model: z.string().min(1),
  messages: z.array(z.looseObject({ role: z.string(), content: MessageContent })).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  max_tokens: z.int().positive().nullish(),
  max_completion_tokens: z.int().positive().nullish(),
  response_format: z
    .looseObject({
      type: z.enum(["text", "json_object", "json_schema"]),
      json_schema: z
        .looseObject({ name: z.string(), schema: ReplyJsonSchema.optional() })
        .optional(),
    })
    .nullish(),
  tools: z
    .array(
      z.looseObject({ function: z.looseObject({ name: z.string(), parameters: ReplyJsonSchema }) }),
    )
    .nullish(),
  tool_choice: z
    .union([z.string(), z.looseObject({ function: z.looseObject({ name: z.string() }) })])
    .nullish(),
});
type ChatCompletionRequest = z.infer<typeof ChatCompletionRequest>;

/** Returns the tool that the model must call: the named one, or the first if any is allowed. */
const findForcedTool = ({ tools, tool_choice: choice }: ChatCompletionRequest) => {
  if (typeof choice === "object") {
    return tools?.find((t) => t.function.name === choice?.function.name)?.function;
  }
  return choice === "required" ? tools?.[0]?.function : undefined;
};

const isInstruction = (message: { role: string }): boolean =>
  message.role === "system" || message.role === "developer";

/** Parses a chat completion request. Throws a `ZodError` if OpenAI would refuse it. */
export const parseChatCompletionRequest = (body: unknown): Conversation => {
  const request = ChatCompletionRequest.parse(body);
  const tool = findForcedTool(request);
  const text = (messages: ChatCompletionRequest["messages"]): string =>
    messages.map((m) => m.content).join("\n\n");
  return {
    model: request.model,
    system: text(request.messages.filter(isInstruction)),
    messages: text(request.messages.filter((m) => !isInstruction(m))),
    stream: request.stream ?? false,
    includeUsage: request.stream_options?.include_usage ?? false,
    maxTokens: request.max_completion_tokens ?? request.max_tokens ?? null,
    schema: tool?.parameters ?? request.response_format?.json_schema?.schema ?? null,
    tool: tool?.name ?? null,
  };
};
