import { containing } from "#infra/db/containing.ts";
import { select, type Sql } from "#infra/db/sql.ts";
import type { Env } from "#infra/env.ts";
import { FORMAT_LABEL, FORMATS } from "#shared/domain/debate.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import { type Meaning, searchWords } from "#shared/domain/search-words.ts";
import { MAX_TURNS } from "#shared/domain/turn.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import { VISITOR_TURNS } from "#shared/domain/visitor.ts";

/** More rows than these are not looked up first: the list is gone through, and many of it match. */
const COMMON = 10_000;

export type Labels = Env["labels"];

/** What is looked for among the debates. */
export interface Search {
  /** Of the debates found, unless they are too many (`isCommon`). */
  ids: number[];
  pattern: string;
  words: string;
  /** The last turn of each debate that is read. */
  lastTurn: number;
  isCommon: boolean;
}

/** What people read for what is stored; an operator may have named providers otherwise. */
const meanings = (labels: Labels): Meaning[] => [
  ...PROVIDERS.map((id) => ({ label: labels[id], lexeme: id })),
  // As `words_of_debate` has them.
  ...FORMATS.map((id) => ({ label: FORMAT_LABEL[id], lexeme: id.replace("_", "") })),
];

const found = (pattern: string, words: string, lastTurn: number): string => `
  SELECT id FROM debates WHERE topic ILIKE ${pattern}
  UNION ALL
  SELECT debate_id FROM debate_words
   WHERE words @@ to_tsquery('simple', ${words}) AND turn_number <= ${lastTurn}`;

/** Finds the ids of debates, for a pattern and words, as far as they are not too many. */
export const lookUp = (lastTurn: number): string =>
  `${found("$1", "$2", lastTurn)} LIMIT ${COMMON + 1}`;

/** Null where nothing is looked for. */
export const searchFor = async (
  sql: Sql,
  labels: Labels,
  viewer: Viewer,
  q: string,
): Promise<Search | null> => {
  if (q === "") return null;
  const pattern = containing(q);
  const words = searchWords(q, meanings(labels));
  const lastTurn = viewer === null ? VISITOR_TURNS : MAX_TURNS;
  const matching = await select<{ id: number }>(sql, lookUp(lastTurn), [pattern, words]);
  const ids = matching.map(({ id }) => id);
  return { ids, pattern, words, lastTurn, isCommon: ids.length > COMMON };
};

/**
 * The condition by which `debates d` are found. What is rare was looked up, once for the page and its
 * total; what is common is met soon in any order, and a lookup would end long after.
 */
export const isFound = (
  { ids, pattern, words, lastTurn, isCommon }: Search,
  parameter: (value: unknown) => string,
): string => {
  if (!isCommon) return `d.id = ANY (${parameter(ids)}::int[])`;
  const [topic, query] = [parameter(pattern), parameter(words)];
  // OFFSET keeps it from being done for all debates at once.
  return `(d.topic ILIKE ${topic} OR EXISTS (
    SELECT FROM debate_words w WHERE w.debate_id = d.id AND w.turn_number <= ${lastTurn}
       AND w.words @@ to_tsquery('simple', ${query}) OFFSET 0))`;
};
