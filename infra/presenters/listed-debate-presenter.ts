import { IS_LIVE_SQL } from "../db/debates/live-debate-sql.ts";
import { isSealedForSql } from "../db/debates/sealed-results-sql.ts";
import type { DebateHighlight, ListedDebate } from "#shared/contract/debates/debate.ts";
import { HIGHLIGHT_MAX_CHARACTERS } from "#shared/domain/debates/live-previews.ts";
import { SEALED_TURNS } from "#shared/domain/debates/judging/sealed-results.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { getRoleOfTurn } from "#shared/domain/debates/side.ts";
import { toPlainText } from "#shared/domain/text/plain-text.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { canSeeJudgement, VISITOR_MAX_TURNS } from "#shared/domain/accounts/visitor-limits.ts";
import { splitSpeech } from "#shared/domain/text/captions.ts";
import { truncateAtWord, extractFirstSentence } from "#shared/domain/text/sentence-excerpts.ts";
import { type DebateColumns, presentDebate } from "./debate-presenter.ts";

/**
 * Number of characters that are read from the start of a text. The excerpt on a debate's card is
 * taken from these characters.
 */
const EXCERPT_LENGTH = 4 * HIGHLIGHT_MAX_CHARACTERS;

/**
 * Additional columns of a listed debate for viewer $1, over `debates d`.
 * - `bestQuote` is a passage that the judge quoted. Quotes that fit on a card come first, then
 *   those from the turn with the highest score. Results that are still hidden from the viewer have
 *   none.
 * - `favourite` is the sentence with the most reactions in the turns that the viewer may read.
 * - `opening` is the start of a side's first turn: of For if the debate's id is odd, or else of
 *   Against.
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
  (SELECT json_build_object('turnNumber', t.turn_number, 'sentence', r.sentence, 'content', t.content)
     FROM turns t JOIN sentence_reactions r ON r.turn_id = t.id AND r.attempt = t.attempt
    WHERE t.debate_id = d.id AND t.status = 'complete' AND NOT t.is_hidden
      AND ($1::int IS NOT NULL OR t.turn_number <= ${VISITOR_MAX_TURNS})
    GROUP BY t.id, r.sentence ORDER BY count(*) DESC, t.turn_number, r.sentence
    LIMIT 1) AS favourite,
  (SELECT json_build_object('turnNumber', t.turn_number, 'text', left(t.content, ${EXCERPT_LENGTH}))
     FROM turns t
    WHERE t.debate_id = d.id AND t.turn_number <= 2 AND t.status = 'complete' AND NOT t.is_hidden
    ORDER BY (t.turn_number + d.id) % 2, t.turn_number
    LIMIT 1) AS opening`;

export interface ListedDebateColumns extends DebateColumns {
  spokenAt: Date | null;
  isLive: boolean;
  bestQuote: { turnNumber: number; text: string } | null;
  favourite: { turnNumber: number; sentence: number; content: string } | null;
  opening: { turnNumber: number; text: string } | null;
}

const truncateLine = (text: string): string =>
  truncateAtWord(text.replaceAll("\n", " "), HIGHLIGHT_MAX_CHARACTERS);

/** The best line: a quote of the judge, or else the audience's favourite, or else an opening. */
const presentLine = (
  { bestQuote, favourite, opening }: ListedDebateColumns,
  viewer: Viewer,
): DebateHighlight | null => {
  const present = (turnNumber: number, text: string, isQuote: boolean) =>
    text === "" ? null : { turnNumber, role: getRoleOfTurn(turnNumber), text, isQuote };
  if (bestQuote !== null && canSeeJudgement(viewer))
    return present(bestQuote.turnNumber, truncateLine(toPlainText(bestQuote.text)), true);
  const sentence = favourite && splitSpeech(favourite.content)[favourite.sentence];
  if (favourite && sentence) return present(favourite.turnNumber, truncateLine(sentence), false);
  if (opening === null) return null;
  const first = extractFirstSentence(toPlainText(opening.text), HIGHLIGHT_MAX_CHARACTERS);
  return present(opening.turnNumber, first, false);
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
