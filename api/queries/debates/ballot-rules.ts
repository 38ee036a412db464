import { createHmac } from "node:crypto";
import { findStreamedDebate } from "#infra/audio/find-streamed-debate.ts";
import { buildFullLiveSchedule, findSpokenTurnNumber } from "#infra/audio/live-schedule.ts";
import { requireFirstRow, selectRows, type Sql } from "#infra/db/sql.ts";
import type { DebateStatus, Pace } from "#shared/domain/debates/debate.ts";
import { isBallotOpen, NOT_ASKED_ONE_IN } from "#shared/domain/debates/audience/swing.ts";

/**
 * Whether a viewer is asked before the debate. Users cannot predict it, and it does not change when
 * they open the page again.
 */
export const isAskedBefore = (
  secret: string | undefined,
  debateId: number,
  userId: number,
): boolean => {
  const digest = createHmac("sha256", secret ?? "")
    .update(`ballot sample ${debateId} ${userId}`)
    .digest();
  return digest.readUInt32BE() % NOT_ASKED_ONE_IN !== 0;
};

const HAS_LATER_TEXT_SQL = `
  SELECT EXISTS (SELECT FROM turns
                  WHERE debate_id = $1 AND turn_number > 1 AND content <> '') AS "hasLaterText"`;

const findSpokenTurn = async (sql: Sql, debateId: number): Promise<number | null> => {
  const broadcast = await findStreamedDebate(sql, debateId);
  return broadcast ? findSpokenTurnNumber(broadcast, buildFullLiveSchedule(broadcast)) : null;
};

/** Whether viewers may still state their initial opinion. */
export const canCastBallot = async (
  sql: Sql,
  { id, status, pace }: { id: number; status: DebateStatus; pace: Pace },
): Promise<boolean> => {
  if (status === "completed") return false;
  const { hasLaterText } = requireFirstRow(
    await selectRows<{ hasLaterText: boolean }>(sql, HAS_LATER_TEXT_SQL, [id]),
  );
  const needsVoice = hasLaterText && pace === "voice";
  const spokenTurn = needsVoice ? await findSpokenTurn(sql, id) : null;
  return isBallotOpen({ status, pace, hasLaterText, spokenTurn });
};
