import { IS_LIVE } from "../db/live-rule.ts";
import type { Line, ListedDebate } from "#shared/contract/debate.ts";
import { LINE_MAX } from "#shared/domain/live.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { roleOfTurn } from "#shared/domain/side.ts";
import { plainText } from "#shared/domain/spoken-text.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import { maySeeJudgement } from "#shared/domain/visitor.ts";
import { cutOff, firstSentence } from "#shared/domain/whole-sentences.ts";
import { type DebateColumns, debateView } from "./debate-view.ts";

/** Maximum number of characters in which the first sentence is searched. */
const READ = 4 * LINE_MAX;

/**
 * Additional columns of a listed debate, over `debates d`: the best quote is one of the best-judged
 * turn that fits on a card.
 */
export const LISTED_COLUMNS = `
  d.spoken_at AS "spokenAt",
  ${IS_LIVE} AS "isLive",
  (SELECT json_build_object('turnNumber', t.turn_number, 'text', left(q.quote, ${READ}))
     FROM turns t, jsonb_array_elements_text(t.quotes) WITH ORDINALITY AS q (quote, place)
    WHERE t.debate_id = d.id AND NOT t.is_hidden
    ORDER BY char_length(q.quote) BETWEEN 25 AND ${LINE_MAX} DESC, t.score DESC NULLS LAST,
             t.turn_number, q.place
    LIMIT 1) AS "bestQuote",
  (SELECT left(t.content, ${READ}) FROM turns t
    WHERE t.debate_id = d.id AND t.turn_number = 1 AND t.status = 'complete' AND NOT t.is_hidden
  ) AS opening`;

export interface ListedColumns extends DebateColumns {
  spokenAt: Date | null;
  isLive: boolean;
  bestQuote: { turnNumber: number; text: string } | null;
  opening: string | null;
}

const lineOf = ({ bestQuote, opening }: ListedColumns, viewer: Viewer): Line | null => {
  if (bestQuote !== null && maySeeJudgement(viewer)) {
    const { turnNumber, text } = bestQuote;
    const quote = cutOff(plainText(text).replaceAll("\n", " "), LINE_MAX);
    return { turnNumber, role: roleOfTurn(turnNumber), text: quote, isQuote: true };
  }
  const text = opening === null ? "" : firstSentence(plainText(opening), LINE_MAX);
  return text === "" ? null : { turnNumber: 1, role: roleOfTurn(1), text, isQuote: false };
};

export const listedDebateView = (
  row: ListedColumns,
  viewer: Viewer,
  available: readonly Provider[],
): ListedDebate => ({
  ...debateView(row, viewer, available),
  line: lineOf(row, viewer),
  isLive: row.isLive,
  spokenAt: row.spokenAt?.toISOString() ?? null,
});
