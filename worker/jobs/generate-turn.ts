import { change, type Sql } from "#infra/db/sql.ts";
import type { JobHandler } from "#infra/queue/consume.ts";
import { providerOf } from "#shared/domain/side.ts";
import type { WorkerContext } from "../context.ts";
import { ProviderError } from "../llm/provider-error.ts";
import { speakerPrompt } from "../prompts/speaker-prompt.ts";
import { createCoalescer } from "./coalesce.ts";
import { completeTurn } from "./complete-turn.ts";
import { failTurn } from "./fail-turn.ts";
import { loadTurn, type TurnOnStage } from "./load-debate.ts";
import { modelOf } from "./model-of.ts";
import { type Attempt, LostWork } from "./work.ts";
import { SpeechText } from "./speech-text.ts";

/** Saves the speech so far, which also says that the attempt is alive; false when it is void. */
const saveSoFar = async (
  sql: Sql,
  turnId: number,
  { attempt }: Attempt,
  { text }: SpeechText,
): Promise<boolean> => {
  const saved = await change(
    sql,
    `UPDATE turns SET content = $3, heartbeat_at = now()
      WHERE id = $1 AND attempt = $2 AND status = 'streaming' RETURNING id`,
    [turnId, attempt, text],
  );
  return saved.length === 1;
};

/** Passes the reply on to the watchers as it comes, and keeps it in `speech`. */
const speak = async (
  { announce }: WorkerContext,
  turn: TurnOnStage,
  reply: AsyncIterable<string>,
  speech: SpeechText,
): Promise<void> => {
  let sent = 0;
  const deltas = createCoalescer((text) => {
    announce.turnDelta(turn, sent, text);
    sent += text.length;
  });
  try {
    for await (const piece of reply) deltas.push(speech.add(piece));
    deltas.flush();
  } finally {
    deltas.stop();
  }
};

/** Has one bot give its speech, live. */
export const generateTurn =
  (context: WorkerContext): JobHandler<"generate-turn"> =>
  ({ turnId }) => {
    const { sql, announce, labels, runner } = context;
    const speech = new SpeechText();
    return runner.run({
      job: "generate-turn",
      id: turnId,
      beat: (attempt) => saveSoFar(sql, turnId, attempt, speech),
      async run(attempt) {
        const { turn, debate, speeches } = await loadTurn(sql, turnId);
        if (turn.attempt !== attempt.attempt) throw new LostWork();
        const provider = providerOf(turn.role, debate);
        attempt.logger.setBindings({ debateId: debate.id, provider });
        announce.turnStarted(turn);
        const prompt = speakerPrompt({ debate, turn, speeches });
        const reply = modelOf(context, provider).stream(prompt, attempt.signal);
        await speak(context, turn, reply, speech);
        if (speech.text === "") throw new ProviderError("interrupted", labels[provider]);
        await completeTurn(context, debate, { ...turn, content: speech.text });
      },
      giveUp: (attempt, error) => failTurn(context, turnId, attempt.attempt, error),
    });
  };
