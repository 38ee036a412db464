import { isSpeakable } from "#shared/domain/spoken-text.ts";
import { askForModeration } from "#infra/operations/ask-for-moderation.ts";
import { askLater, OFF } from "#infra/operations/auto-play.ts";
import { askForRecordings } from "#infra/operations/ask-for-recordings.ts";
import { changeAndLock } from "#infra/db/locks.ts";
import { type AfterCommit, transact, type Tx } from "#infra/db/transaction.ts";
import { endWork, type Hold, LostWork } from "#infra/db/work.ts";
import type { ProgressColumns } from "#infra/realtime/announce.ts";
import type { TurnAudio } from "#shared/contract/turn.ts";
import { type DebateStatus, debateStatus } from "#shared/domain/debate.ts";
import type { WorkerContext } from "../context.ts";
import type { DebateForJob, TurnForJob } from "./load-debate.ts";
import { judgeOf } from "./model-of.ts";
import { PROGRESS } from "#infra/views/debate-progress.ts";
import { askForVerdict } from "./ask-for-verdict.ts";

const COMING: TurnAudio = { status: "pending", durationMs: null, version: 0 };

/**
 * Enqueues the turn's recording if a voice is configured and no recording is in progress. Returns
 * whether the turn will have a recording.
 */
const askForVoice = async (
  { voice, enqueue }: WorkerContext,
  tx: Tx,
  after: AfterCommit,
  { botAProvider, botBProvider }: DebateForJob,
  { id: turnId, role, content, askedBy }: TurnForJob,
): Promise<boolean> => {
  if (voice === null) return false;
  const turn = { turnId, role, content, botAProvider, botBProvider };
  const studio = { voice: voice.access, enqueue };
  await askForRecordings(tx, after, studio, [turn], { who: "writer", askedBy });
  return isSpeakable(content);
};

/** Auto-Play ends when the debate is complete. */
const moveOn = (status: DebateStatus): string => `
  UPDATE debates SET current_turn = $2, status = $3, spoken_at = now() ${status === "completed" ? `, ${OFF}` : ""}
   WHERE id = $1 RETURNING ${PROGRESS}`;

/**
 * Stores a finished speech and advances its debate. Enqueues the judging, moderation and recording.
 * Throws `LostWork`.
 */
export const completeTurn = (
  context: WorkerContext,
  hold: Hold,
  debate: DebateForJob,
  turn: TurnForJob,
): Promise<void> => {
  const { db, logger, announce, enqueue } = context;
  const isJudged = judgeOf(context, debate) !== null;
  const status = debateStatus(turn.turnNumber, debate.maxTurns);
  return transact(db, logger, async (tx, after) => {
    const progress = await changeAndLock<ProgressColumns>(tx, "debates", moveOn(status), [
      debate.id,
      turn.turnNumber,
      status,
    ]);
    if (!progress) throw new LostWork();
    await endWork(tx, hold, "complete", {
      set: "content = $1, judging_status = $2, judging_run_at = now()",
      values: [turn.content, isJudged ? "pending" : "none"],
    });
    let isVoiceComing = false;
    const audio = () => (isVoiceComing ? COMING : null);
    after(() => announce.turnCompleted({ ...turn, status: "complete", audio: audio() }));
    after(() => announce.debateUpdated(progress));
    const judging = { attempt: turn.judgingAttempt, priority: turn.priority };
    if (isJudged) after(() => enqueue("judge-turn", { turnId: turn.id }, judging));
    if (context.moderator) await askForModeration(tx, after, enqueue, debate.id, turn.id);
    isVoiceComing = await askForVoice(context, tx, after, debate, turn);
    if (status === "completed") await askForVerdict(context, tx, after, progress);
    else if (progress.autoPlay.on) await askLater(tx, after, enqueue, progress);
  });
};
