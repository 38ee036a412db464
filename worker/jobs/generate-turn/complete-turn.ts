import { hideTurnIdentity } from "#infra/db/debates/blind-debates-sql.ts";
import { isProvider } from "#shared/domain/speaker.ts";
import { speaksLanguage } from "#shared/domain/audio/voice-languages.ts";
import { DEFAULT_LANGUAGE } from "#shared/domain/debates/language/language.ts";
import { isSpeakable } from "#shared/domain/text/plain-text.ts";
import { enqueueModeration } from "#infra/services/debates/enqueue-moderation.ts";
import { scheduleNextTurn, AUTO_PLAY_OFF_SQL } from "#infra/services/debates/auto-play.ts";
import { enqueueRecordings } from "#infra/services/audio/enqueue-recordings.ts";
import { updateAndLockRow } from "#infra/db/row-locks.ts";
import { type AfterCommit, withTransaction, type Tx } from "#infra/db/transaction.ts";
import { finishJob, type JobLease, LeaseLostError } from "#infra/db/jobs/job-lease.ts";
import type { ProgressColumns } from "#infra/realtime/event-publisher.ts";
import type { TurnAudio } from "#shared/contract/debates/turn.ts";
import {
  AUTO_PLAY_DELAY_MS,
  AUTO_PLAY_UNJUDGED_DELAY_MS,
} from "#shared/domain/debates/auto-play.ts";
import { type DebateStatus, getDebateStatus } from "#shared/domain/debates/debate.ts";
import type { WorkerContext } from "#worker/context.ts";
import type { DebateForJob, TurnForJob } from "../common/load-debate.ts";
import { findJudge } from "../common/require-model.ts";
import { PROGRESS_COLUMNS_SQL } from "#infra/presenters/debate-progress-presenter.ts";
import { enqueueVerdict } from "../common/enqueue-verdict.ts";

const PENDING_AUDIO: TurnAudio = { status: "pending", durationMs: null, version: 0 };

/**
 * Enqueues the turn's recording if there is a voice for its language and no recording is in
 * progress. Returns whether the turn will have a recording.
 */
const enqueueRecording = async (
  { voice, enqueue }: WorkerContext,
  tx: Tx,
  after: AfterCommit,
  { botAProvider, botBProvider, mystery, language }: DebateForJob,
  { id: turnId, role, content, askedBy }: TurnForJob,
): Promise<boolean> => {
  const tag = language ?? DEFAULT_LANGUAGE;
  if (voice === null || !speaksLanguage(voice.access, tag)) return false;
  const turn = { turnId, role, content, botAProvider, botBProvider, mystery, language: tag };
  const voiceDeps = { voice: voice.access, enqueue };
  await enqueueRecordings(tx, after, voiceDeps, [turn], { requester: "writer", userId: askedBy });
  return isSpeakable(content);
};

/** Advances the debate. If it is complete now, its Auto-Play is turned off. */
const advanceDebateSql = (status: DebateStatus): string => `
  UPDATE debates SET current_turn = $2, status = $3, named_itself = named_itself OR $4, spoken_at = now() ${status === "completed" ? `, ${AUTO_PLAY_OFF_SQL}` : ""}
   WHERE id = $1 RETURNING ${PROGRESS_COLUMNS_SQL}`;

/**
 * Stores a finished speech and advances its debate. Enqueues the judging, moderation and recording.
 * `namedItself` marks a blind debate in which a debater said who it is. Throws `LeaseLostError`.
 */
export const completeTurn = (
  context: WorkerContext,
  lease: JobLease,
  debate: DebateForJob,
  turn: TurnForJob,
  namedItself: boolean,
): Promise<void> => {
  const { db, logger, announce, enqueue } = context;
  const isJudged = findJudge(context, debate.real) !== null;
  const isHidden = !isProvider(debate.botAProvider);
  const shown = isHidden ? { ...turn, model: null } : turn;
  const status = getDebateStatus(turn.turnNumber, debate.maxTurns);
  return withTransaction(db, logger, async (tx, after) => {
    const progress = await updateAndLockRow<ProgressColumns>(
      tx,
      "debates",
      advanceDebateSql(status),
      [debate.id, turn.turnNumber, status, namedItself],
    );
    if (!progress) throw new LeaseLostError();
    await finishJob(tx, lease, "complete", {
      set: "content = $1, model = $2, judging_status = $3, judging_run_at = now()",
      values: [turn.content, shown.model, isJudged ? "pending" : "none"],
    });
    if (isHidden) await hideTurnIdentity(tx, turn.id, { model: turn.model });
    let isVoiceComing = false;
    const audio = () => (isVoiceComing ? PENDING_AUDIO : null);
    after(() => announce.turnCompleted({ ...shown, status: "complete", audio: audio() }));
    after(() => announce.debateUpdated(progress));
    const judging = { attempt: turn.judgingAttempt, priority: turn.priority };
    if (isJudged) after(() => enqueue("judge-turn", { turnId: turn.id }, judging));
    if (context.moderator) await enqueueModeration(tx, after, enqueue, debate.id, turn.id);
    isVoiceComing = await enqueueRecording(context, tx, after, debate, turn);
    if (status === "completed") await enqueueVerdict(context, tx, after, progress);
    else if (progress.autoPlay.on) {
      const delayMs = isJudged ? AUTO_PLAY_UNJUDGED_DELAY_MS : AUTO_PLAY_DELAY_MS;
      await scheduleNextTurn(tx, after, enqueue, progress, delayMs);
    }
  });
};
