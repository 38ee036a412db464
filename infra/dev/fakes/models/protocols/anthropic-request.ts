import { z } from "zod";
import type { Conversation } from "../conversation.ts";
import { MessageContent, ReplyJsonSchema } from "./model-protocol.ts";

const OutputFormat = z
  .looseObject({ type: z.literal("json_schema"), schema: ReplyJsonSchema })
  .nullish();

const MessagesRequest = z.looseObject({
  model: z.string().min(1),
  max_tokens: z.int().positive(),
  system: MessageContent,
  messages: z
    .array(z.looseObject({ role: z.enum(["user", "assistant"]), content: MessageContent }))
    .min(1),
  stream: z.boolean().nullish(),
  output_config: z.looseObject({ format: OutputFormat }).nullish(),
  /** Earlier field for the reply's schema, from Anthropic's beta of structured outputs. */
  output_format: OutputFormat,
  tools: z.array(z.looseObject({ name: z.string(), input_schema: ReplyJsonSchema })).nullish(),
  tool_choice: z.looseObject({ type: z.string(), name: z.string().optional() }).nullish(),
});
type MessagesRequest = z.infer<typeof MessagesRequest>;

/** Returns the tool that the model must call: the named one, or the first if any is allowed. */
const findForcedTool = ({ tools, tool_choice: choice }: MessagesRequest) => {
  if (choice?.type === "tool") return tools?.find((tool) => tool.name === choice.name);
  return choice?.type === "any" ? tools?.[0] : undefined;
};

/** Parses a messages request. Throws a `ZodError` if Anthropic would refuse it. */
export const parseMessagesRequest = (body: unknown): Conversation => {
  const request = MessagesRequest.parse(body);
  const tool = findForcedTool(request);
  const format = request.output_config?.format ?? request.output_format;
  return {
    model: request.model,
    system: request.system,
    messages: request.messages.map((message) => message.content).join("\n\n"),
    stream: request.stream ?? false,
    includeUsage: true,
    maxTokens: request.max_tokens,
    schema: tool?.input_schema ?? format?.schema ?? null,
    tool: tool?.name ?? null,
  };
};
