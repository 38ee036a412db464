import { SPEAKABLE_TURN_COLUMNS_SQL, type SpeakableTurn } from "#infra/audio/recording-spec.ts";
import { enqueueRecordings } from "#infra/services/audio/enqueue-recordings.ts";
import { recordAuditEntry } from "#infra/services/audit-log.ts";
import { type Locked, lockRows } from "#infra/db/row-locks.ts";
import { mutateRows, requireFirstRow, selectRows } from "#infra/db/sql.ts";
import { withTransaction, type Tx } from "#infra/db/transaction.ts";
import { languageSql } from "#infra/presenters/debate-progress-presenter.ts";
import { AUDIO_JOB_COLUMNS_SQL } from "#infra/presenters/turn-audio-presenter.ts";
import type {
  AudioJobProgress,
  RegenerateDebateAudioRequest,
} from "#shared/contract/debates/audio.ts";
import { notFound } from "#shared/contract/errors.ts";
import type { LanguageTag } from "#shared/domain/debates/language/language.ts";
import { isSpeakable } from "#shared/domain/text/plain-text.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";
import { requireBudget } from "../debates/require-budget.ts";
import { requireVoice } from "./ensure-recording.ts";

const RUNNING_AUDIO_JOB_SQL = `SELECT ${AUDIO_JOB_COLUMNS_SQL} FROM audio_jobs j WHERE debate_id = $1 AND status = 'running'`;

const FINISHED_TURNS_SQL = `
  SELECT ${SPEAKABLE_TURN_COLUMNS_SQL}
    FROM turns t JOIN debates d ON d.id = t.debate_id LEFT JOIN audio_cache a ON a.turn_id = t.id
   WHERE d.id = $1 AND t.status = 'complete' AND ($2 = 'all' OR a.status IS DISTINCT FROM 'complete')
   ORDER BY t.turn_number`;

/**
 * Locks the turns' unfinished recordings until they are attached to the job, because the job's
 * progress counts only recordings that finish after that. A recording that finishes before the lock
 * is granted is left out of the job.
 */
const lockOpenRecordings = (
  tx: Tx,
  turns: readonly SpeakableTurn[],
): Promise<Locked<{ id: number }>[]> =>
  lockRows(tx, "audio_cache", {
    columns: "id",
    where: "turn_id = ANY($1) AND status IN ('pending', 'running')",
    values: [turns.map(({ turnId }) => turnId)],
    strength: "NO KEY UPDATE",
  });

const attachRecordings = (
  tx: Tx,
  jobId: number,
  recordings: readonly Locked<{ id: number }>[],
): Promise<unknown> =>
  mutateRows(tx, `UPDATE audio_cache SET job_id = $1 WHERE id = ANY($2) RETURNING id`, [
    jobId,
    recordings.map(({ id }) => id),
  ]);

const insertAudioJob = async (
  tx: Tx,
  debateId: number,
  { turns }: RegenerateDebateAudioRequest,
  total: number,
): Promise<AudioJobProgress> => {
  const started = await mutateRows<AudioJobProgress>(
    tx,
    `INSERT INTO audio_jobs AS j (debate_id, turns, total) VALUES ($1, $2, $3) RETURNING ${AUDIO_JOB_COLUMNS_SQL}`,
    [debateId, turns, total],
  );
  return requireFirstRow(started);
};

interface DebateToRecord {
  topic: string;
  ownerId: number;
  language: LanguageTag;
}

/**
 * Queues recordings of a debate's finished turns, all or only missing ones, as one job with
 * progress. Returns the job that is already running, if any. Throws `not_found`, `unavailable`
 * without a TTS service, `no_voice`, and `spending_limit`.
 */
export const enqueueDebateRecordings = (
  context: Pick<Context, "env" | "logger" | "db" | "enqueue" | "announce">,
  admin: SignedInViewer,
  debateId: number,
  order: RegenerateDebateAudioRequest,
): Promise<AudioJobProgress> =>
  withTransaction(context.db, context.logger, async (tx, after) => {
    const [debate] = await lockRows<DebateToRecord>(tx, "debates", {
      columns: `topic, user_id AS "ownerId", ${languageSql("debates")} AS language`,
      where: "id = $1",
      values: [debateId],
    });
    if (!debate) throw notFound("Debate");
    const voice = requireVoice(context, debate.language);
    const [running] = await selectRows<AudioJobProgress>(tx, RUNNING_AUDIO_JOB_SQL, [debateId]);
    if (running) return running;
    await requireBudget(tx, context.env, { viewer: admin, ownerId: debate.ownerId });
    after(() =>
      context.logger.info({ adminId: admin.id, debateId, ...order }, "recordings.requested"),
    );
    const candidates = await selectRows<SpeakableTurn>(tx, FINISHED_TURNS_SQL, [
      debateId,
      order.turns,
    ]);
    const turns = candidates.filter(({ content }) => isSpeakable(content));
    await enqueueRecordings(tx, after, { ...context, voice }, turns, {
      requester: "admin",
      userId: admin.id,
    });
    const recordings = await lockOpenRecordings(tx, turns);
    const job = await insertAudioJob(tx, debateId, order, recordings.length);
    await attachRecordings(tx, job.jobId, recordings);
    await recordAuditEntry(tx, admin, {
      act: "regenerate_audio",
      subject: { kind: "debate", id: debateId, name: debate.topic },
      after: { turns: order.turns, total: job.total },
    });
    after(() => context.announce.audioJobProgress(job));
    return job;
  });
