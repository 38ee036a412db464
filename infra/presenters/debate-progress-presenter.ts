import { DEFAULT_LANGUAGE } from "#shared/domain/debates/language/language.ts";

/** SQL for the field `autoPlay`. `name` is the name or alias of the debates table. */
export const autoPlaySql = (name: "debates" | "d"): string => `
  (SELECT CASE WHEN auto_play_by IS NOT NULL AND ${name}.pace = 'voice'
               THEN json_build_object('on', true, 'by', played.by, 'waitsForVoice', true)
               ELSE json_build_object('on', auto_play_by IS NOT NULL, 'by', played.by) END
     FROM (SELECT (SELECT json_build_object('id', player.id, 'username', player.username)
                     FROM users player WHERE player.id = auto_play_by) AS by) AS played)`;

/** SQL for the field `pace`. `name` is the name or alias of the debates table. */
export const paceSql = (name: "debates" | "d"): string => `coalesce(${name}.pace, 'text')`;

/** SQL for the field `language`. `name` is the name or alias of the debates table. */
export const languageSql = (name: "debates" | "d"): string =>
  `coalesce(${name}.language, '${DEFAULT_LANGUAGE}')`;

/**
 * SQL for a debate's language without script and region. The index `debates_language` is on the same
 * expression, so change both together.
 */
export const baseLanguageSql = (name: "debates" | "d"): string =>
  `split_part(${languageSql(name)}, '-', 1)`;

/** Columns of `ProgressColumns`, over `debates`. They can also be used in RETURNING. */
export const PROGRESS_COLUMNS_SQL = `
  id, status, current_turn AS "currentTurn", scores, refunded, refusal, is_public AS "isPublic",
  share_enabled AS "shareEnabled", only_owner_steps AS "onlyOwnerSteps",
  ${paceSql("debates")} AS pace, ${autoPlaySql("debates")} AS "autoPlay",
  spending_pause AS "spendingPause", spoken_at AS "spokenAt", ${languageSql("debates")} AS language`;
