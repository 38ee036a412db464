import { listTurnIdentities } from "#infra/db/debates/blind-debates-sql.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import {
  TURN_COLUMNS_SQL,
  type TurnColumns,
  presentTurn,
} from "#infra/presenters/turn-presenter.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import type { DebateSubject } from "#shared/domain/accounts/permissions.ts";
import { isSealedTurn } from "#shared/domain/debates/judging/sealed-results.ts";
import { MAX_TURNS } from "#shared/domain/debates/turn.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { VISITOR_MAX_TURNS } from "#shared/domain/accounts/visitor-limits.ts";
import type { Context } from "#api/context.ts";
import { requireVisible } from "../require-visible.ts";
import { areResultsSealed } from "./are-results-sealed.ts";

export const TURNS_SQL = `
  SELECT d.user_id AS "userId", d.is_public AS "isPublic",
         d.only_owner_steps AS "onlyOwnerSteps", d.status AS "debateStatus",
         d.max_turns AS "maxTurns", d.spoken_at AS "spokenAt",
         d.mystery AND d.bot_a_provider = 'blue' AS "isBlind",
         ${TURN_COLUMNS_SQL}
    FROM debates d LEFT JOIN turns t ON t.debate_id = d.id AND t.turn_number <= $2
   WHERE d.id = $1
   ORDER BY t.turn_number`;

type DebateTurnColumns = Omit<DebateSubject, "status"> & {
  debateStatus: DebateSubject["status"];
  maxTurns: number;
  spokenAt: Date | null;
  /** Whether the debate hides who speaks and judges. */
  isBlind: boolean;
} & (TurnColumns | { id: null });

const hasTurn = (row: DebateTurnColumns): row is DebateTurnColumns & TurnColumns => row.id !== null;

/** Returns who wrote and judged the turns of a blind debate, if the viewer has voted on it. */
const findIdentities = async (sql: Sql, viewer: Viewer, debateId: number, isBlind: boolean) => {
  const found =
    isBlind && viewer !== null ? await listTurnIdentities(sql, debateId, viewer.id) : [];
  return new Map(
    found.map(({ turnId, model, judge, judgeModel }) => [
      turnId,
      judge === null ? { model } : { model, judge, judgeModel },
    ]),
  );
};

/**
 * Returns the turns that the viewer may read, with the current text of a streaming turn. Throws
 * `not_found`. Runs one statement. A second one finds out whether the viewer has voted, only in the
 * minutes after the debate's end. A third one finds who wrote the turns, only for a blind debate.
 */
export const listTurns = async (
  { coalescedSql, streamingTexts }: Pick<Context, "coalescedSql" | "streamingTexts">,
  viewer: Viewer,
  debateId: number,
): Promise<Turn[]> => {
  const last = viewer === null ? VISITOR_MAX_TURNS : MAX_TURNS;
  const rows = await selectRows<DebateTurnColumns>(coalescedSql, TURNS_SQL, [debateId, last]);
  const [debate] = rows;
  const { status, spokenAt, maxTurns, isBlind } = requireVisible(
    viewer,
    debate && { ...debate, status: debate.debateStatus },
  );
  const isSealed = await areResultsSealed(coalescedSql, viewer, { id: debateId, status, spokenAt });
  const identities = await findIdentities(coalescedSql, viewer, debateId, isBlind);
  return rows
    .filter(hasTurn)
    .map((row) =>
      presentTurn(
        { ...streamingTexts.withLatestText(row), ...identities.get(row.id) },
        viewer,
        isSealed && isSealedTurn(row.turnNumber, maxTurns),
      ),
    );
};
