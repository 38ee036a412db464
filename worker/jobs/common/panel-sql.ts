import { PANEL_PATIENCE_MINUTES } from "#shared/domain/debates/judging/charter.ts";

const PATIENCE_SQL = `interval '${PANEL_PATIENCE_MINUTES} minutes'`;

/** SQL for when a verdict looks at its panel, unless all judges have answered before. */
export const PANEL_DUE_SQL = `now() + ${PATIENCE_SQL}`;

/** SQL condition over `panel_votes p`: the panel has waited long enough for this judge. */
export const IS_PANEL_LATE_SQL = `(p.opened_at < now() - ${PATIENCE_SQL})`;
