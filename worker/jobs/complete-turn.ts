import type { EntityManager } from "typeorm";
import { type AskedRecording, askForRecordings } from "#infra/db/recordings.ts";
import { change } from "#infra/db/sql.ts";
import { transact } from "#infra/db/transaction.ts";
import type { ProgressColumns } from "#infra/realtime/announce.ts";
import type { TurnAudio } from "#shared/contract/turn.ts";
import { debateStatus } from "#shared/domain/debate.ts";
import type { WorkerContext } from "../context.ts";
import type { DebateOnStage, TurnOnStage } from "./load-debate.ts";
import { judgeOf } from "./model-of.ts";
import { PROGRESS } from "./progress-columns.ts";
import { LostWork } from "./work.ts";
import { settleDebate } from "./settle-debate.ts";

const COMING: TurnAudio = { status: "pending", durationMs: null, version: 0 };

/** Asks for the turn's recording where a voice is set up. */
const askForVoice = async (
  { voice }: WorkerContext,
  tx: EntityManager,
  { botAProvider, botBProvider }: DebateOnStage,
  { id: turnId, role, content }: TurnOnStage,
): Promise<AskedRecording | undefined> => {
  if (voice === null) return undefined;
  const turn = { turnId, role, content, botAProvider, botBProvider };
  const [asked] = await askForRecordings(tx, voice.access, [turn], "listener");
  return asked;
};

/**
 * Stores a finished speech and moves its debate on, then asks for its judging and its recording.
 * The debate's row is locked first, as everywhere. Throws `LostWork` when the attempt is void.
 */
export const completeTurn = (
  context: WorkerContext,
  debate: DebateOnStage,
  turn: TurnOnStage,
): Promise<void> => {
  const { db, logger, announce, enqueue } = context;
  const judging = judgeOf(context, debate) === null ? "none" : "pending";
  const status = debateStatus(turn.turnNumber, debate.maxTurns);
  return transact(db, logger, async (tx, after) => {
    const [progress] = await change<ProgressColumns>(
      tx,
      `UPDATE debates SET current_turn = $2, status = $3
        WHERE id = $1 AND current_turn = $2 - 1 RETURNING ${PROGRESS}`,
      [debate.id, turn.turnNumber, status],
    );
    const stored = await change(
      tx,
      `UPDATE turns SET status = 'complete', content = $3, judging_status = $4, judging_run_at = now()
        WHERE id = $1 AND attempt = $2 AND status = 'streaming' RETURNING id`,
      [turn.id, turn.attempt, turn.content, judging],
    );
    if (!progress || stored.length === 0) throw new LostWork();
    const asked = await askForVoice(context, tx, debate, turn);
    const audio = asked ? COMING : null;
    after(() => announce.turnCompleted({ ...turn, status: "complete", audio }));
    after(() => announce.debateUpdated(progress));
    if (judging === "pending")
      after(() => enqueue("judge-turn", { turnId: turn.id }, { attempt: turn.judgingAttempt }));
    if (asked) {
      const { id: recordingId, attempt } = asked;
      after(() => enqueue("synthesize-speech", { recordingId }, { attempt }));
    }
    if (status === "completed") await settleDebate(context, tx, after, debate.id);
  });
};
