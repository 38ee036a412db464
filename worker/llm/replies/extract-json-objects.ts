/**
 * Matches a brace, or a whole string, so that braces in strings do not count. An unclosed string
 * matches up to the end of the text, so that a scan takes linear time.
 */
const STRUCTURE_TOKENS = /"(?:[^"\\]|\\.)*"?|[{}]/gs;
/**
 * Matches what `repairJson` changes: strings, which may have raw line breaks, and trailing commas.
 */
const REPAIRABLE_TOKENS = /"(?:[^"\\]|\\.)*"?|,(?=\s*[}\]])/gs;
/** Maximum number of `{` that are tried as the beginning of an object. */
const MAX_CANDIDATES = 20;

/** Index after the object that begins at `start`; -1 if it never ends. */
const findObjectEnd = (text: string, start: number): number => {
  let depth = 0;
  STRUCTURE_TOKENS.lastIndex = start;
  for (let token = STRUCTURE_TOKENS.exec(text); token; token = STRUCTURE_TOKENS.exec(text)) {
    if (token[0] === "{") depth++;
    if (token[0] === "}" && --depth === 0) return token.index + 1;
  }
  return -1;
};

/** Fixes common mistakes of models: trailing commas, and raw line breaks in strings. */
const repairJson = (json: string): string =>
  json.replace(REPAIRABLE_TOKENS, (token) =>
    token === "," ? "" : token.replace(/[\n\r\t]/g, (raw) => JSON.stringify(raw).slice(1, -1)),
  );

const tryParseJson = (json: string): unknown => {
  try {
    return JSON.parse(repairJson(json));
  } catch {
    return undefined; // not JSON
  }
};

/** Finds JSON objects in a reply. Models wrap them in prose or code fences and make mistakes. */
export const extractJsonObjects = (reply: string): unknown[] => {
  const objects: unknown[] = [];
  let start = reply.indexOf("{");
  for (let n = 0; n < MAX_CANDIDATES && start !== -1; n++) {
    const end = findObjectEnd(reply, start);
    const object = end === -1 ? undefined : tryParseJson(reply.slice(start, end));
    if (object !== undefined) objects.push(object);
    start = reply.indexOf("{", object === undefined ? start + 1 : end);
  }
  return objects;
};
