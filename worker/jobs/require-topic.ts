import { setTimeout as pause } from "node:timers/promises";
import { select } from "#infra/db/sql.ts";
import { providerOf } from "#shared/domain/side.ts";
import type { WorkerContext } from "../context.ts";
import { ProviderError } from "../llm/provider-error.ts";
import { DEBATE, type DebateForJob, type TurnForJob } from "./load-debate.ts";

/**
 * A topic is looked at when its debate is made, so there is hardly ever anything to wait for. A
 * moderation that is down stops nobody: the first turn goes on, and the topic is looked at as soon as
 * somebody can; it is refused then.
 */
const LONGEST_WAIT_MS = 3000;
const LOOK_AGAIN_MS = 50;

const TOPIC = `SELECT ${DEBATE} FROM debates d WHERE d.id = $1`;

/** The debate once its topic was looked at, or has waited for that as long as it may. */
const lookedAt = async (
  { sql, logger }: Pick<WorkerContext, "sql" | "logger">,
  debate: DebateForJob,
  signal: AbortSignal,
): Promise<DebateForJob> => {
  let known = debate;
  for (let waited = 0; known.isTopicOpen && waited < LONGEST_WAIT_MS; waited += LOOK_AGAIN_MS) {
    await pause(LOOK_AGAIN_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
    known = (await select<DebateForJob>(sql, TOPIC, [debate.id]))[0] ?? known;
  }
  if (known.isTopicOpen)
    logger.warn({ debateId: debate.id }, "nobody has looked at the topic: the debate goes on");
  return known;
};

/**
 * Lets a turn be spoken on a topic that was not refused; the first one waits for the word on it. Throws
 * a `ProviderError` with the reason.
 */
export const requireTopic = async (
  context: Pick<WorkerContext, "sql" | "logger" | "labels">,
  { turnNumber, role }: Pick<TurnForJob, "turnNumber" | "role">,
  debate: DebateForJob,
  signal: AbortSignal,
): Promise<void> => {
  const { refusal } = turnNumber === 1 ? await lookedAt(context, debate, signal) : debate;
  if (refusal === null) return;
  const label = context.labels[providerOf(role, debate)];
  throw new ProviderError("refused", label, { message: refusal });
};
