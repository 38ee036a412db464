/** What stands where a placeholder of a template was: part of a word, whatever it is. */
export const PLACEHOLDER = "§";

export interface SqlToken {
  text: string;
  start: number;
  end: number;
  /** How many parentheses, or CASE, are open around it; they themselves count as outside. */
  depth: number;
}

const TOKEN = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|[\w$§][\w$§.]*|\S/g;

const opens = (text: string) => text === "(" || text === "CASE";
const closes = (text: string) => text === ")" || text === "END";

/** The words and signs of a piece of SQL; comments are left out. */
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
