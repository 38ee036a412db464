import { requireFirstRow, selectRows, type Sql, toLikePattern } from "#infra/db/sql.ts";
import type { PublicDebatesQuery } from "#shared/contract/debates/debate.ts";
import { getBaseLanguage, type Language } from "#shared/domain/debates/language/language.ts";
import { FORMAT_LABEL, FORMATS } from "#shared/domain/debates/debate.ts";
import { PROVIDERS, type Provider } from "#shared/domain/provider.ts";
import {
  hasUnspacedScript,
  type SearchSynonym,
  splitSearchWords,
} from "#shared/domain/search-words.ts";
import { MAX_TURNS } from "#shared/domain/debates/turn.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { VISITOR_MAX_TURNS } from "#shared/domain/accounts/visitor-limits.ts";

/**
 * A search first collects the ids of up to this many matches. If there are more, the list instead
 * tests debates one by one in its own order, because a page is then full soon.
 */
const MAX_LOOKED_UP = 10_000;

export type ProviderLabels = Record<Provider, string>;

export interface SearchText {
  /**
   * Matches a part of a topic. Null for scripts such as Chinese: `words` finds pairs of their
   * letters, and the index of topics needs at least three letters.
   */
  pattern: string | null;
  /** A tsquery; null if there is no word. */
  words: string | null;
}

export interface DebateSearch {
  /** Ids of matching debates. Incomplete if `isCommon`. */
  ids: number[];
  text: SearchText;
  /** The last turn that is searched, per debate. */
  lastTurn: number;
  isCommon: boolean;
}

/**
 * Returns the indexed word for each label. They can differ, because operators can rename providers.
 */
const buildMeanings = (labels: ProviderLabels): SearchSynonym[] => [
  ...PROVIDERS.map((id) => ({ label: labels[id], lexeme: id })),
  // The SQL function `words_of_debate` stores the names of formats without the underscore.
  ...FORMATS.map((id) => ({ label: FORMAT_LABEL[id], lexeme: id.replace("_", "") })),
];

const SEARCH_QUERY_SQL = "SELECT search_query($1::text[], $2::text[], $3, $4, $5)::text AS words";

interface SearchOptions {
  synonyms?: readonly SearchSynonym[];
  /** Compares stems of this language only. */
  language?: Language | undefined;
  /** "A" finds words of topics only. */
  weight?: "A" | "";
}

/**
 * Returns the pattern and the stemmed words of a search. Runs once per search, because PostgreSQL
 * stems the words.
 */
export const readSearchText = async (
  sql: Sql,
  q: string,
  { synonyms = [], language, weight = "" }: SearchOptions,
): Promise<SearchText> => {
  const search = splitSearchWords(q, synonyms);
  const rows = await selectRows<Pick<SearchText, "words">>(sql, SEARCH_QUERY_SQL, [
    search.words,
    search.synonyms,
    search.lastIsPrefix,
    language ?? null,
    weight,
  ]);
  const pattern = hasUnspacedScript(q) ? null : toLikePattern(q);
  return { pattern, words: requireFirstRow(rows).words };
};

/** Returns SQL for the ids of matching debates. Turn 0 stands for the topic. */
export const buildSearchSql = (pattern: string, words: string, lastTurn: number): string => `
  SELECT id FROM debates WHERE topic ILIKE ${pattern}
  UNION ALL
  SELECT debate_id FROM debate_words
   WHERE words @@ ${words}::tsquery AND turn_number <= ${lastTurn}`;

/** Returns SQL that finds ids by pattern $1 and words $2, at most one more than `MAX_LOOKED_UP`. */
export const buildLookupSql = (lastTurn: number): string =>
  `${buildSearchSql("$1", "$2", lastTurn)} LIMIT ${MAX_LOOKED_UP + 1}`;

/** Returns null for an empty query. */
export const searchDebates = async (
  sql: Sql,
  labels: ProviderLabels,
  viewer: Viewer,
  { q, language }: Pick<PublicDebatesQuery, "q" | "language">,
): Promise<DebateSearch | null> => {
  if (q === "") return null;
  const text = await readSearchText(sql, q, {
    synonyms: buildMeanings(labels),
    language: language === undefined ? undefined : getBaseLanguage(language),
  });
  const lastTurn = viewer === null ? VISITOR_MAX_TURNS : MAX_TURNS;
  const matching = await selectRows<{ id: number }>(sql, buildLookupSql(lastTurn), [
    text.pattern,
    text.words,
  ]);
  const ids = matching.map(({ id }) => id);
  return { ids, text, lastTurn, isCommon: ids.length > MAX_LOOKED_UP };
};

/**
 * Returns an SQL condition on `debates d`. If there are few matches, it uses their ids, which are
 * already known. If there are many, it tests row by row until the page is full.
 */
export const buildSearchCondition = (
  { ids, text, lastTurn, isCommon }: DebateSearch,
  parameter: (value: unknown) => string,
): string => {
  if (!isCommon) return `d.id = ANY (${parameter(ids)}::int[])`;
  const [pattern, words] = [parameter(text.pattern), parameter(text.words)];
  // OFFSET 0 prevents the planner from turning this into a join over all debates.
  return `(d.topic ILIKE ${pattern} OR EXISTS (
    SELECT FROM debate_words w WHERE w.debate_id = d.id AND w.turn_number <= ${lastTurn}
       AND w.words @@ ${words}::tsquery OFFSET 0))`;
};
