import { setTimeout as pause } from "node:timers/promises";
import { select } from "#infra/db/sql.ts";
import { providerOf } from "#shared/domain/side.ts";
import type { WorkerContext } from "../context.ts";
import { ProviderError } from "../llm/provider-error.ts";
import { DEBATE, type DebateForJob, type TurnForJob } from "./load-debate.ts";

/**
 * Maximum wait for the moderation of a topic. Moderation starts when the debate is created, so turns
 * rarely wait. If the service is down the debate goes on, and a flagged topic is refused later.
 */
const LONGEST_WAIT_MS = 3000;
const LOOK_AGAIN_MS = 50;

const TOPIC = `SELECT ${DEBATE} FROM debates d WHERE d.id = $1`;

/** Polls the debate until its topic is moderated, or `LONGEST_WAIT_MS` has passed. */
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
 * Throws a `ProviderError` with the reason if the topic is refused. The first turn waits for the
 * topic's moderation.
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
