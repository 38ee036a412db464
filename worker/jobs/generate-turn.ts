import type { JobHandler } from "#infra/queue/consume.ts";
import { providerOf } from "#shared/domain/side.ts";
import type { WorkerContext } from "../context.ts";
import type { ChatReply } from "../llm/chat-model.ts";
import { ProviderError } from "../llm/provider-error.ts";
import { speakerPrompt } from "../prompts/speaker-prompt.ts";
import { completeTurn } from "./complete-turn.ts";
import { failTurn } from "./fail-turn.ts";
import { type DebateForJob, LOADED_TURN, type TurnForJob } from "./load-debate.ts";
import { modelOf } from "./model-of.ts";
import { requireTopic } from "./require-topic.ts";
import { speakAhead } from "./speak-ahead.ts";
import { SpeechText } from "./speech-text.ts";
import { type Attempt, msSince } from "./attempt.ts";

/**
 * Publishes the reply as it arrives and collects it in `speech`, until it ends or reaches the
 * maximum length. Returns whether the model's output was cut off at its token limit.
 */
const speak = async (
  context: WorkerContext,
  { logger, startedAt, trace }: Attempt,
  debate: DebateForJob,
  turn: TurnForJob,
  reply: ChatReply,
  speech: SpeechText,
): Promise<boolean> => {
  const { announce } = context;
  const haveSpoken = speakAhead(context, debate, turn);
  try {
    for (;;) {
      const next = await reply.next();
      const offset = speech.text.length;
      const added = next.done ? "" : speech.add(next.value);
      if (added !== "") {
        const isFirst = offset === 0;
        if (isFirst) logger.info({ ms: msSince(startedAt) }, "first token");
        announce.turnDelta(turn, offset, added);
        if (isFirst && trace.parent !== undefined) announce.turnTraced(turn, trace.parent);
        haveSpoken(speech.text);
      }
      if (next.done || speech.isFull) return next.done === true && next.value === "cut";
    }
  } finally {
    await reply.return();
  }
};

/**
 * Returns the text to store; a truncated speech ends at its last whole sentence. Throws a
 * `ProviderError` if nothing is left.
 */
const contentOf = (speech: SpeechText, isCut: boolean, label: string): string => {
  const { text, sentences, isFull } = speech;
  if (sentences !== "" && (isCut || isFull)) return sentences;
  if (text !== "" && !isCut) return text;
  const said = text === "" ? "spent its whole turn thinking" : "did not finish a single sentence";
  throw new ProviderError("interrupted", label, {
    isAnswer: true,
    ...(isCut && { message: `${label} ${said}. Try again.` }),
  });
};

/** Generates a turn and streams it to the viewers. */
export const generateTurn =
  (context: WorkerContext): JobHandler<"generate-turn"> =>
  ({ turnId }) => {
    const { keepText, announce, labels, runner } = context;
    const speech = new SpeechText();
    return runner.run({
      job: "generate-turn",
      id: turnId,
      loads: LOADED_TURN,
      beat: (attempt) => keepText(attempt, speech.text),
      async run(attempt) {
        const { turn, debate, speeches } = attempt.loaded;
        const provider = providerOf(turn.role, debate);
        attempt.logger.setBindings({ provider });
        announce.turnStarted(turn);
        await requireTopic(context, turn, debate, attempt.signal);
        const prompt = { ...speakerPrompt({ debate, turn, speeches }), meter: attempt.meter };
        const reply = modelOf(context, provider).stream(prompt, attempt.signal);
        const isCut = await speak(context, attempt, debate, turn, reply, speech);
        const content = contentOf(speech, isCut, labels[provider]);
        attempt.logger.setBindings({ characters: content.length });
        await completeTurn(context, attempt, debate, { ...turn, content });
      },
      giveUp: (attempt, error) => failTurn(context, attempt, error),
    });
  };
