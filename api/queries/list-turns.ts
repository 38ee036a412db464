import { select } from "#infra/db/sql.ts";
import { TURN_COLUMNS, type TurnColumns, turnView } from "#infra/views/turn-view.ts";
import type { Turn } from "#shared/contract/turn.ts";
import type { DebateSubject } from "#shared/domain/rights.ts";
import { MAX_TURNS } from "#shared/domain/turn.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import { VISITOR_TURNS } from "#shared/domain/visitor.ts";
import type { Context } from "../context.ts";
import { requireVisible } from "./require-visible.ts";

export const TURNS = `
  SELECT d.user_id AS "userId", d.is_public AS "isPublic",
         d.only_owner_steps AS "onlyOwnerSteps", d.status AS "debateStatus",
         ${TURN_COLUMNS}
    FROM debates d LEFT JOIN turns t ON t.debate_id = d.id AND t.turn_number <= $2
   WHERE d.id = $1
   ORDER BY t.turn_number`;

type Row = Omit<DebateSubject, "status"> & {
  debateStatus: DebateSubject["status"];
} & (TurnColumns | { id: null });

const hasTurn = (row: Row): row is Row & TurnColumns => row.id !== null;

/**
 * Returns the turns that the viewer may read, with the current text of a streaming one. Runs one
 * statement. Throws not_found.
 */
export const listTurns = async (
  { crowdReads, recentWords }: Context,
  viewer: Viewer,
  debateId: number,
): Promise<Turn[]> => {
  const last = viewer === null ? VISITOR_TURNS : MAX_TURNS;
  const rows = await select<Row>(crowdReads, TURNS, [debateId, last]);
  const [debate] = rows;
  requireVisible(viewer, debate && { ...debate, status: debate.debateStatus });
  return rows.filter(hasTurn).map((row) => turnView(recentWords.upToNow(row), viewer));
};
