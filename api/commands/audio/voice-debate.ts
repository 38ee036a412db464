import { TURN_TO_SPEAK, type TurnToSpeak } from "#infra/audio/speech-order.ts";
import { askForRecordings } from "#infra/operations/ask-for-recordings.ts";
import { recordAct } from "#infra/operations/record-act.ts";
import { type Locked, lockRows } from "#infra/db/locks.ts";
import { change, firstRow, select } from "#infra/db/sql.ts";
import { transact, type Tx } from "#infra/db/transaction.ts";
import { AUDIO_JOB } from "#infra/views/audio-job.ts";
import type { AudioJobProgress, RegenerateDebateAudio } from "#shared/contract/audio.ts";
import { notFound } from "#shared/contract/errors.ts";
import { isSpeakable } from "#shared/domain/spoken-text.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { requireBudget } from "../debates/require-budget.ts";
import { requireVoice } from "./voice-turn.ts";

const RUNNING = `SELECT ${AUDIO_JOB} FROM audio_jobs j WHERE debate_id = $1 AND status = 'running'`;

const FINISHED_TURNS = `
  SELECT ${TURN_TO_SPEAK}
    FROM turns t JOIN debates d ON d.id = t.debate_id LEFT JOIN audio_cache a ON a.turn_id = t.id
   WHERE d.id = $1 AND t.status = 'complete' AND ($2 = 'all' OR a.status IS DISTINCT FROM 'complete')
   ORDER BY t.turn_number`;

/**
 * Locks the turns' unfinished recordings, so that they finish after the job is attached and report
 * to it. Skips those that finish while this waits for the lock.
 */
const lockOpen = (tx: Tx, turns: readonly TurnToSpeak[]): Promise<Locked<{ id: number }>[]> =>
  lockRows(tx, "audio_cache", {
    columns: "id",
    where: "turn_id = ANY($1) AND status IN ('pending', 'running')",
    values: [turns.map(({ turnId }) => turnId)],
    strength: "NO KEY UPDATE",
  });

const attach = (
  tx: Tx,
  jobId: number,
  recordings: readonly Locked<{ id: number }>[],
): Promise<unknown> =>
  change(tx, `UPDATE audio_cache SET job_id = $1 WHERE id = ANY($2) RETURNING id`, [
    jobId,
    recordings.map(({ id }) => id),
  ]);

const start = async (
  tx: Tx,
  debateId: number,
  { turns }: RegenerateDebateAudio,
  total: number,
): Promise<AudioJobProgress> => {
  const started = await change<AudioJobProgress>(
    tx,
    `INSERT INTO audio_jobs AS j (debate_id, turns, total) VALUES ($1, $2, $3) RETURNING ${AUDIO_JOB}`,
    [debateId, turns, total],
  );
  return firstRow(started);
};

/**
 * Queues recordings of a debate's finished turns, all or only missing ones, as one job with
 * progress. Returns the running job if there is one. Throws not_found, unavailable without a TTS
 * service, and spending_limit.
 */
export const voiceDebate = (
  context: Context,
  admin: SignedIn,
  debateId: number,
  order: RegenerateDebateAudio,
): Promise<AudioJobProgress> =>
  transact(context.db, context.logger, async (tx, after) => {
    const voice = requireVoice(context);
    const [debate] = await lockRows<{ topic: string; ownerId: number }>(tx, "debates", {
      columns: `topic, user_id AS "ownerId"`,
      where: "id = $1",
      values: [debateId],
    });
    if (!debate) throw notFound("Debate");
    const [running] = await select<AudioJobProgress>(tx, RUNNING, [debateId]);
    if (running) return running;
    await requireBudget(tx, context.env, { viewer: admin, ownerId: debate.ownerId });
    after(() => context.logger.info({ adminId: admin.id, debateId, ...order }, "voicing a debate"));
    const candidates = await select<TurnToSpeak>(tx, FINISHED_TURNS, [debateId, order.turns]);
    const turns = candidates.filter(({ content }) => isSpeakable(content));
    await askForRecordings(tx, after, { ...context, voice }, turns, {
      who: "admin",
      askedBy: admin.id,
    });
    const recordings = await lockOpen(tx, turns);
    const job = await start(tx, debateId, order, recordings.length);
    await attach(tx, job.jobId, recordings);
    await recordAct(tx, admin, {
      act: "regenerate_audio",
      subject: { kind: "debate", id: debateId, name: debate.topic },
      after: { turns: order.turns, total: job.total },
    });
    after(() => context.announce.audioJobProgress(job));
    return job;
  });
