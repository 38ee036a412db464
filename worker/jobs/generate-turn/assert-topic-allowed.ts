import { setTimeout as pause } from "node:timers/promises";
import { selectRows } from "#infra/db/sql.ts";
import { getProviderOfRole } from "#shared/domain/debates/side.ts";
import type { WorkerContext } from "#worker/context.ts";
import { ProviderError } from "#worker/llm/provider-error.ts";
import { DEBATE_COLUMNS, type DebateForJob, type TurnForJob } from "../common/load-debate.ts";

/**
 * Maximum wait for the moderation of a topic. Moderation starts when the debate is created, so
 * turns rarely wait. If the moderation service is down, the debate goes on; a flagged topic is
 * refused later.
 */
const MAX_WAIT_MS = 3000;
const POLL_INTERVAL_MS = 50;

const DEBATE_SQL = `SELECT ${DEBATE_COLUMNS} FROM debates d WHERE d.id = $1`;

/** Polls the debate until its topic is moderated, or `MAX_WAIT_MS` has passed. */
const waitForModeration = async (
  { sql, logger }: Pick<WorkerContext, "sql" | "logger">,
  debate: DebateForJob,
  signal: AbortSignal,
): Promise<DebateForJob> => {
  let known = debate;
  for (
    let waited = 0;
    known.isModerationPending && waited < MAX_WAIT_MS;
    waited += POLL_INTERVAL_MS
  ) {
    await pause(POLL_INTERVAL_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
    known = (await selectRows<DebateForJob>(sql, DEBATE_SQL, [debate.id]))[0] ?? known;
  }
  if (known.isModerationPending) logger.warn({ debateId: debate.id }, "moderation.timed_out");
  return known;
};

/**
 * Throws a `ProviderError` with the reason if the topic is refused. The first turn waits for the
 * topic's moderation.
 */
export const assertTopicAllowed = async (
  context: Pick<WorkerContext, "sql" | "logger" | "labels">,
  { turnNumber, role }: Pick<TurnForJob, "turnNumber" | "role">,
  debate: DebateForJob,
  signal: AbortSignal,
): Promise<void> => {
  const { refusal } = turnNumber === 1 ? await waitForModeration(context, debate, signal) : debate;
  if (refusal === null) return;
  const label = context.labels[getProviderOfRole(role, debate)];
  throw new ProviderError("refused", label, { message: refusal });
};
