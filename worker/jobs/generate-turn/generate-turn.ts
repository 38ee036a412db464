import type { JobHandler } from "#infra/queue/queue-consumer.ts";
import { getProviderOfRole } from "#shared/domain/debates/side.ts";
import { StreamingNameMask } from "#shared/domain/name-mask.ts";
import type { WorkerContext } from "#worker/context.ts";
import type { ChatReply } from "#worker/llm/chat-model.ts";
import { ProviderError } from "#worker/llm/provider-error.ts";
import { raiseTokenLimit } from "#worker/llm/wire-request.ts";
import { buildSpeakerPrompt } from "#worker/prompts/speaker-prompt.ts";
import { completeTurn } from "./complete-turn.ts";
import { failTurn } from "./fail-turn.ts";
import { type DebateForJob, PRELOAD_TURN_SQL, type TurnForJob } from "../common/load-debate.ts";
import { createNameMask, hideProviderInError } from "../common/blind-debate.ts";
import { getModelName, requireModel } from "../common/require-model.ts";
import { assertTopicAllowed } from "./assert-topic-allowed.ts";
import { requireLanguage } from "./require-language.ts";
import { startLiveTts } from "./start-live-tts.ts";
import { SpeechBuilder } from "./speech-builder.ts";
import { type ActiveLease, msSince } from "#worker/runtime/job-task.ts";

/**
 * Publishes the reply as it arrives and collects it in `speech`, until the reply ends or the speech
 * reaches its maximum length. Returns whether the model stopped at its token limit.
 */
const streamSpeech = async (
  context: WorkerContext,
  { logger, startedAt, trace }: ActiveLease,
  debate: DebateForJob,
  turn: TurnForJob,
  reply: ChatReply,
  { speech, names }: { speech: SpeechBuilder; names: StreamingNameMask },
): Promise<boolean> => {
  const { announce } = context;
  const requestLiveTts = startLiveTts(context, debate, turn);
  try {
    for (;;) {
      const next = await reply.next();
      const offset = speech.text.length;
      const added = speech.add(next.done ? names.end() : names.add(next.value));
      if (added !== "") {
        const isFirst = offset === 0;
        if (isFirst) logger.info({ ms: msSince(startedAt) }, "turn.first_token");
        announce.turnDelta(turn, offset, added);
        if (isFirst && trace.parent !== undefined) announce.turnTraced(turn, trace.parent);
        requestLiveTts(speech.text);
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
const requireContent = (
  speech: SpeechBuilder,
  isCut: boolean,
  label: string,
  { failures }: Pick<ActiveLease, "failures">,
): string => {
  const { text, wholeSentences: sentences, isFull } = speech;
  if (sentences !== "" && (isCut || isFull)) return sentences;
  if (text !== "" && !isCut) return text;
  const problem =
    text === ""
      ? "reached its length limit before it wrote anything"
      : "did not finish a single sentence";
  throw new ProviderError("interrupted", label, {
    isUnusableReply: true,
    ...(text === "" && { failureKey: "empty reply" }),
    // One retry is worth its price, because it has a larger token limit.
    ...(isCut && { message: `${label} ${problem}. Try again.`, isRetryable: failures === 0 }),
  });
};

export const generateTurn =
  (context: WorkerContext): JobHandler<"generate-turn"> =>
  ({ turnId }) => {
    const { savePartialText, announce, labels, runner } = context;
    const speech = new SpeechBuilder();
    return runner.run({
      job: "generate-turn",
      id: turnId,
      preload: PRELOAD_TURN_SQL,
      renew: (lease) => savePartialText(lease, speech.text),
      async run(lease) {
        const { turn, debate, speeches } = lease.loaded;
        const provider = getProviderOfRole(turn.role, debate.real);
        const label = labels[getProviderOfRole(turn.role, debate)];
        lease.logger.setBindings({ provider });
        announce.turnStarted(turn);
        await assertTopicAllowed(context, turn, debate, lease.signal);
        const isLanguageRepeat = turn.languageRepeated;
        const prompt = buildSpeakerPrompt({ debate, turn, speeches, isLanguageRepeat });
        const maxTokens =
          lease.failures === 0 ? prompt.maxTokens : raiseTokenLimit(prompt.maxTokens);
        const request = { ...prompt, maxTokens, meter: lease.meter };
        const reply = requireModel(context, provider).stream(request, lease.signal);
        const names = new StreamingNameMask(createNameMask(context, debate));
        const isCut = await streamSpeech(context, lease, debate, turn, reply, { speech, names });
        const content = requireContent(speech, isCut, label, lease);
        lease.logger.setBindings({ characters: content.length });
        await requireLanguage(context, lease, content);
        const model = getModelName(context, provider, lease);
        const namedItself = names.named.has(provider);
        await completeTurn(context, lease, debate, { ...turn, content, model }, namedItself);
      },
      announceRetry: ({ loaded }, code, delayMs) =>
        announce.turnWaiting(loaded.turn, code, delayMs),
      giveUp: (lease, error) => {
        const { turn, debate } = lease.loaded;
        return failTurn(context, lease, hideProviderInError(context, turn.role, debate, error));
      },
    });
  };
