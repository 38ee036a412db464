/**
 * Selects the charter (the rules of judging) now in force: that of the newest season. Returns no
 * row before the first start of a worker.
 */
export const PRESENT_CHARTER_SQL = `
  SELECT c.hash, c.text, s.number AS season, s.started_at AS since
    FROM seasons s JOIN charters c ON c.hash = s.charter
   ORDER BY s.number DESC LIMIT 1`;
