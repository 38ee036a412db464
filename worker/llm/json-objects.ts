/** A string, closed or not, so that none is read twice; or what stands around objects. */
const STRUCTURE = /"(?:[^"\\]|\\.)*"?|[{}]/gs;
/** A string; or a comma that nothing follows. */
const TOLERATED = /"(?:[^"\\]|\\.)*"?|,(?=\s*[}\]])/gs;
/** Beginnings that are looked at: more are no reply with JSON in it. */
const MOST_BEGINNINGS = 20;

/** Where the object that begins at `start` has ended; -1 if it never does. */
const endOfObject = (text: string, start: number): number => {
  let depth = 0;
  STRUCTURE.lastIndex = start;
  for (let token = STRUCTURE.exec(text); token; token = STRUCTURE.exec(text)) {
    if (token[0] === "{") depth++;
    if (token[0] === "}" && --depth === 0) return token.index + 1;
  }
  return -1;
};

/** JSON as it was meant: no comma before the end of a list, no line break as it is in a string. */
const mended = (json: string): string =>
  json.replace(TOLERATED, (token) =>
    token === "," ? "" : token.replace(/[\n\r\t]/g, (raw) => JSON.stringify(raw).slice(1, -1)),
  );

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(mended(json));
  } catch {
    return undefined; // what only looks like JSON is none
  }
};

/** The JSON objects in a reply: models wrap them in prose or a code fence, and write them nearly right. */
export const jsonObjects = (reply: string): unknown[] => {
  const objects: unknown[] = [];
  let start = reply.indexOf("{");
  for (let n = 0; n < MOST_BEGINNINGS && start !== -1; n++) {
    const end = endOfObject(reply, start);
    const object = end === -1 ? undefined : parsed(reply.slice(start, end));
    if (object !== undefined) objects.push(object);
    start = reply.indexOf("{", object === undefined ? start + 1 : end);
  }
  return objects;
};
