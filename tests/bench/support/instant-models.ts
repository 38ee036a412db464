import { PROVIDERS } from "#shared/domain/provider.ts";
import type { ChatRequest, ServerModel } from "#worker/llm/chat-model.ts";
import type { ServerModels } from "#worker/llm/create-chat-models.ts";

const INSTANT_SPEECH = Array.from({ length: 150 }, (_, n) => `word${n} `).join("");

/**
 * Returns a judge's reply with this quote. The quote must be part of the speech, because the
 * product would otherwise request the judgement again.
 */
export const createJudgement = (quote: string): string =>
  JSON.stringify({
    score: 7,
    feedback: "Short, and to the point.",
    ruling: "It holds.",
    quotes: [quote],
  });

const JUDGEMENT = createJudgement("word1 word2");

/** Returns a reply of usual length as a single piece. */
export const createInstantReply = ({ schema }: Pick<ChatRequest, "schema">): string =>
  schema ? JUDGEMENT : INSTANT_SPEECH;

const instantModel: ServerModel = {
  adaptations: () => [],
  async *stream(request) {
    yield createInstantReply(request);
  },
};

export const instantModels: ServerModels = new Map(PROVIDERS.map((id) => [id, instantModel]));
