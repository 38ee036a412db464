import { askForRecordings } from "#infra/operations/ask-for-recordings.ts";
import { isListenedTo } from "#infra/operations/listeners.ts";
import { withEffects } from "#infra/db/transaction.ts";
import { isSpeakable } from "#shared/domain/spoken-text.ts";
import type { WorkerContext } from "../context.ts";
import type { DebateForJob, TurnForJob } from "./load-debate.ts";

type Booth = Pick<WorkerContext, "voice" | "sql" | "enqueue" | "logger" | "speaksAhead">;

/**
 * Returns a function that takes the text so far and enqueues the turn's recording while the turn is
 * still written. It does so once, without blocking, if the debate has listeners or `speaksAhead` is
 * set.
 */
export const speakAhead = (
  { voice, sql, enqueue, logger, speaksAhead }: Booth,
  { botAProvider, botBProvider }: Pick<DebateForJob, "botAProvider" | "botBProvider">,
  { id: turnId, debateId, role }: Pick<TurnForJob, "id" | "debateId" | "role">,
): ((content: string) => void) => {
  let hasAsked = false;
  const ask = async (content: string) => {
    if (!voice || !(speaksAhead || (await isListenedTo(sql, debateId)))) return;
    const turn = { turnId, role, content, botAProvider, botBProvider };
    const studio = { voice: voice.access, enqueue };
    await withEffects(logger, (after) =>
      askForRecordings(sql, after, studio, [turn], { who: "listener", askedBy: null }),
    );
  };
  return (content) => {
    if (hasAsked || !isSpeakable(content)) return;
    hasAsked = true;
    ask(content).catch((err: unknown) => logger.warn({ err }, "a turn is not spoken ahead"));
  };
};
