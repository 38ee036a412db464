/** Maximum number of seasons in a list. The rules of older ones can be read by their hash. */
export const MAX_SHOWN_SEASONS = 20;

const HASH_PATTERN = /^[0-9a-f]{64}$/;

/** Returns the charter's hash in the query of the page of the judge; null if there is none. */
export const parseRulesHash = (search: string): string | null => {
  const hash = new URLSearchParams(search).get("rules");
  return hash !== null && HASH_PATTERN.test(hash) ? hash : null;
};

/** API path of the text of a charter. */
export const buildRulesApiPath = (hash: string): `/api/${string}` =>
  `/api/judge/rules?hash=${hash}`;

/** Address of the page with a charter's text. `decision-note.tsx` has its own copy. */
export const buildRulesPath = (hash: string): string => `/judge?rules=${hash}#rules`;
