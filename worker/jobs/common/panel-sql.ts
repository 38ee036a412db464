import { PANEL_PATIENCE_MINUTES } from "#shared/domain/debates/judging/charter.ts";

const PATIENCE_SQL = `interval '${PANEL_PATIENCE_MINUTES} minutes'`;

/**
 * SQL for the time at which a panel's verdict is due, even if some of its judges have not answered.
 */
export const PANEL_DUE_SQL = `now() + ${PATIENCE_SQL}`;

/** SQL condition over `panel_votes p`: the panel has waited long enough for this judge. */
export const IS_PANEL_LATE_SQL = `(p.opened_at < now() - ${PATIENCE_SQL})`;
