import type { GuardEdit } from "./guard-edit.ts";
import { type SqlToken, tokenizeSql } from "./sql-tokens.ts";

const OPENERS = new Set(["WHERE", "HAVING", "ON"]);
/** Words that end a condition at the same depth of parentheses. */
const CONDITION_ENDS = new Set(
  `WHERE GROUP HAVING ORDER LIMIT OFFSET FETCH FOR RETURNING UNION INTERSECT EXCEPT WINDOW DO
   JOIN LEFT RIGHT INNER CROSS FULL NATURAL ON SET , ;`.split(/\s+/),
);

/** Whether the token starts a condition. DISTINCT ON and ON CONFLICT do not. */
const opensCondition = (tokens: readonly SqlToken[], i: number): boolean =>
  OPENERS.has(tokens[i]?.text ?? "") &&
  tokens[i - 1]?.text !== "DISTINCT" &&
  tokens[i + 1]?.text !== "CONFLICT";

/** Whether LEFT or RIGHT is a function here, and not a part of a JOIN. */
const isFunction = ({ text }: SqlToken, next: SqlToken | undefined): boolean =>
  (text === "LEFT" || text === "RIGHT") && next?.text === "(";

/** Returns the tokens of the condition that starts at index `first`. */
const conditionFrom = (tokens: readonly SqlToken[], first: number): SqlToken[] => {
  const depth = tokens[first]?.depth ?? 0;
  const rest = tokens.slice(first);
  const length = rest.findIndex(
    (token, i) =>
      token.depth < depth ||
      (token.depth === depth && CONDITION_ENDS.has(token.text) && !isFunction(token, rest[i + 1])),
  );
  return length === -1 ? rest : rest.slice(0, length);
};

/** Splits tokens at each AND or OR at their own depth. The AND of a BETWEEN does not split. */
const split = (tokens: readonly SqlToken[], word: "AND" | "OR"): SqlToken[][] => {
  const depth = tokens[0]?.depth;
  const parts: SqlToken[][] = [[]];
  let isBetween = false;
  for (const token of tokens) {
    const isWord = token.depth === depth && token.text === word && !isBetween;
    if (isWord) parts.push([]);
    else parts.at(-1)?.push(token);
    if (token.depth === depth)
      isBetween = token.text === "BETWEEN" || (isBetween && token.text !== "AND");
  }
  return parts.filter((part) => part.length > 0);
};

/**
 * Returns the tokens inside a part, if the part is one pair of parentheses around several
 * conditions.
 */
const insideOf = (part: readonly SqlToken[]): SqlToken[] => {
  const [first, ...rest] = part;
  const inside = rest.slice(0, -1);
  const isGroup = first?.text === "(" && inside.every(({ depth }) => depth > first.depth);
  const isSeveral = split(inside, "AND").length > 1 || split(inside, "OR").length > 1;
  return isGroup && isSeveral && inside[0]?.text !== "SELECT" ? inside : [];
};

/**
 * Makes a condition always true or false, so that the planner leaves it out. Keeps its text,
 * because PostgreSQL rejects a statement that does not use all its parameters.
 */
const without = (tokens: readonly SqlToken[], means: "true" | "false"): GuardEdit[] => {
  const [first, last] = [tokens[0], tokens.at(-1)];
  const isOnlyTrue = tokens.length === 1 && first?.text === "true";
  if (!first || !last || isOnlyTrue) return [];
  const by = means === "true" ? "($& OR true)" : "($& AND false)";
  return [{ guard: "condition", start: first.start, end: last.end, by, means }];
};

const partsOf = (tokens: readonly SqlToken[]): GuardEdit[] => {
  const alternatives = split(tokens, "OR");
  const isOneOf = alternatives.length > 1;
  return alternatives.flatMap((alternative) => {
    const parts = split(alternative, "AND");
    const isPart = !isOneOf || parts.length > 1;
    const whole = isOneOf ? without(alternative, "false") : [];
    return whole.concat(
      parts.flatMap((part) => (isPart ? without(part, "true") : [])),
      parts.flatMap((part) => partsOf(insideOf(part))),
    );
  });
};

const editsOf = (tokens: readonly SqlToken[]): GuardEdit[] => [
  ...(split(tokens, "OR").length > 1 ? without(tokens, "true") : []),
  ...partsOf(tokens),
];

/** Finds all parts of a condition in a text that consists only of a condition. */
export const findConditionParts = (sql: string): GuardEdit[] => editsOf(tokenizeSql(sql));

/**
 * Finds all parts of all conditions in a statement or fragment: of WHERE, JOIN … ON, HAVING,
 * FILTER, and of fragments that begin with AND.
 */
export const findConditions = (sql: string): GuardEdit[] => {
  const tokens = tokenizeSql(sql);
  return tokens.flatMap((token, i) => {
    const begins = opensCondition(tokens, i) || (i === 0 && token.text === "AND");
    return begins ? editsOf(conditionFrom(tokens, i + 1)) : [];
  });
};
