import { PROVIDERS } from "#shared/domain/provider.ts";
import type { ChatRequest, ServerModel } from "#worker/llm/chat-model.ts";
import type { ServerModels } from "#worker/llm/create-chat-models.ts";

const INSTANT_SPEECH = Array.from({ length: 150 }, (_, n) => `word${n} `).join("");

/** A judge's reply about a speech that contains the quote. A reply with another quote would be requested again. */
export const createJudgement = (quote: string): string =>
  JSON.stringify({ score: 7, feedback: "Short, and to the point.", quotes: [quote] });

const JUDGEMENT = createJudgement("word1 word2");

/** A reply of usual length in one piece. */
export const createInstantReply = ({ schema }: Pick<ChatRequest, "schema">): string =>
  schema ? JUDGEMENT : INSTANT_SPEECH;

const instantModel: ServerModel = {
  adaptations: () => [],
  async *stream(request) {
    yield createInstantReply(request);
  },
};

/** Models that reply at once. */
export const instantModels: ServerModels = new Map(PROVIDERS.map((id) => [id, instantModel]));
