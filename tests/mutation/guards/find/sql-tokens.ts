/** Character that replaces the placeholders of a template. It counts as part of a word. */
export const PLACEHOLDER = "§";

export interface SqlToken {
  text: string;
  start: number;
  end: number;
  /**
   * Number of parentheses and CASE expressions around the token. A parenthesis, CASE or END is not
   * inside itself.
   */
  depth: number;
}

const TOKEN = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|[\w$§][\w$§.]*|\S/g;

const opens = (text: string) => text === "(" || text === "CASE";
const closes = (text: string) => text === ")" || text === "END";

/** Splits SQL into words and symbols, without comments. */
export const tokenizeSql = (sql: string): SqlToken[] => {
  const tokens: SqlToken[] = [];
  let depth = 0;
  for (const { 0: text, index: start } of sql.matchAll(TOKEN)) {
    if (text.startsWith("--")) continue;
    if (closes(text)) depth -= 1;
    tokens.push({ text, start, end: start + text.length, depth });
    if (opens(text)) depth += 1;
  }
  return tokens;
};
