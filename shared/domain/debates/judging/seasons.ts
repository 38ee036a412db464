/**
 * Maximum number of seasons (periods of judging rules) in a list. The rules of older ones can be
 * read by their hash.
 */
export const MAX_SHOWN_SEASONS = 20;

const HASH_PATTERN = /^[0-9a-f]{64}$/;

/**
 * Returns the hash of judging rules in the query of `/judge`; null if it is missing or malformed.
 */
export const parseRulesHash = (search: string): string | null => {
  const hash = new URLSearchParams(search).get("rules");
  return hash !== null && HASH_PATTERN.test(hash) ? hash : null;
};

/** API path of the judging rules with this hash. */
export const buildRulesApiPath = (hash: string): `/api/${string}` =>
  `/api/judge/rules?hash=${hash}`;

/** Page address of the judging rules with this hash. `decision-note.tsx` has its own copy of it. */
export const buildRulesPath = (hash: string): string => `/judge?rules=${hash}#rules`;
