import { PROVIDERS } from "#shared/domain/provider.ts";
import type { ChatModel, ChatRequest } from "#worker/llm/chat-model.ts";
import type { ChatModels } from "#worker/llm/create-models.ts";

const SPEECH = Array.from({ length: 150 }, (_, n) => `word${n} `);

/** What a judge says of a speech in which that stands: anything else would be asked for once more. */
export const judgementOn = (quote: string): string =>
  JSON.stringify({ score: 7, feedback: "Short, and to the point.", quotes: [quote] });

const JUDGEMENT = [judgementOn("word1 word2")];

/** The pieces of a reply of ordinary length, at once. */
export const instantReply = ({ schema }: Pick<ChatRequest, "schema">): readonly string[] =>
  schema ? JUDGEMENT : SPEECH;

const instantModel: ChatModel = {
  async *stream(request) {
    for (const piece of instantReply(request)) yield piece;
  },
};

/** Models that take no time. */
export const instantModels: ChatModels = new Map(PROVIDERS.map((id) => [id, instantModel]));
