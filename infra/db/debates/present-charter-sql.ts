/**
 * Selects the charter (the rules of judging) that was created or used last, with the number of its
 * season. The oldest charter is season 1.
 */
export const PRESENT_CHARTER_SQL = `
  SELECT hash, text, created_at AS since,
         (SELECT count(*)::int FROM charters earlier WHERE earlier.created_at <= c.created_at) AS season
    FROM charters c
   ORDER BY greatest(created_at, (SELECT max(decided_at) FROM verdicts WHERE charter = hash)) DESC
   LIMIT 1`;
