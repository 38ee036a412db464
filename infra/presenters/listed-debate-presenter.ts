import { IS_LIVE_SQL } from "../db/live-debate-sql.ts";
import { isSealedForSql } from "../db/sealed-results-sql.ts";
import type { DebateHighlight, ListedDebate } from "#shared/contract/debates/debate.ts";
import { HIGHLIGHT_MAX_CHARACTERS } from "#shared/domain/debates/live-previews.ts";
import { SEALED_TURNS } from "#shared/domain/debates/sealed-results.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { getRoleOfTurn } from "#shared/domain/debates/side.ts";
import { toPlainText } from "#shared/domain/text/plain-text.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { canSeeJudgement } from "#shared/domain/accounts/visitor-limits.ts";
import { truncateAtWord, extractFirstSentence } from "#shared/domain/text/sentence-excerpts.ts";
import { type DebateColumns, presentDebate } from "./debate-presenter.ts";

/**
 * Number of characters that are read from the start of a text. The excerpt on a debate's card is
 * taken from these characters.
 */
const EXCERPT_LENGTH = 4 * HIGHLIGHT_MAX_CHARACTERS;

/**
 * Additional columns of a listed debate for viewer $1, over `debates d`. The best quote is one that
 * fits on a card, from the turn with the highest score. Sealed turns have no quotes.
 */
export const LISTED_DEBATE_COLUMNS_SQL = `
  d.spoken_at AS "spokenAt",
  ${IS_LIVE_SQL} AS "isLive",
  (SELECT json_build_object('turnNumber', t.turn_number, 'text', left(q.quote, ${EXCERPT_LENGTH}))
     FROM turns t, jsonb_array_elements_text(t.quotes) WITH ORDINALITY AS q (quote, place)
    WHERE t.debate_id = d.id AND NOT t.is_hidden
      AND (t.turn_number <= d.max_turns - ${SEALED_TURNS} OR NOT ${isSealedForSql("$1")})
    ORDER BY char_length(q.quote) BETWEEN 25 AND ${HIGHLIGHT_MAX_CHARACTERS} DESC, t.score DESC NULLS LAST,
             t.turn_number, q.place
    LIMIT 1) AS "bestQuote",
  (SELECT left(t.content, ${EXCERPT_LENGTH}) FROM turns t
    WHERE t.debate_id = d.id AND t.turn_number = 1 AND t.status = 'complete' AND NOT t.is_hidden
  ) AS opening`;

export interface ListedDebateColumns extends DebateColumns {
  spokenAt: Date | null;
  isLive: boolean;
  bestQuote: { turnNumber: number; text: string } | null;
  opening: string | null;
}

const presentLine = (
  { bestQuote, opening }: ListedDebateColumns,
  viewer: Viewer,
): DebateHighlight | null => {
  if (bestQuote !== null && canSeeJudgement(viewer)) {
    const { turnNumber, text } = bestQuote;
    const quote = truncateAtWord(toPlainText(text).replaceAll("\n", " "), HIGHLIGHT_MAX_CHARACTERS);
    return { turnNumber, role: getRoleOfTurn(turnNumber), text: quote, isQuote: true };
  }
  const text =
    opening === null ? "" : extractFirstSentence(toPlainText(opening), HIGHLIGHT_MAX_CHARACTERS);
  return text === "" ? null : { turnNumber: 1, role: getRoleOfTurn(1), text, isQuote: false };
};

export const presentListedDebate = (
  row: ListedDebateColumns,
  viewer: Viewer,
  available: readonly Provider[],
): ListedDebate => ({
  ...presentDebate(row, viewer, available),
  line: presentLine(row, viewer),
  isLive: row.isLive,
  spokenAt: row.spokenAt?.toISOString() ?? null,
});
