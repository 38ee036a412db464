import { selectRows, type Sql } from "#infra/db/sql.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { JudgeRules, Season } from "#shared/contract/judging.ts";
import { MAX_SHOWN_SEASONS } from "#shared/domain/debates/judging/seasons.ts";

const SEASONS_SQL = `
  SELECT * FROM (
    SELECT number, charter AS hash, started_at AS since,
           lead(started_at) OVER (ORDER BY number) AS until FROM seasons) AS season
   WHERE $1::text IS NULL OR hash = $1
   ORDER BY number DESC LIMIT ${MAX_SHOWN_SEASONS}`;

type SeasonRow = Omit<Season, "since" | "until"> & { since: Date; until: Date | null };

const presentSeason = ({ since, until, ...season }: SeasonRow): Season => ({
  ...season,
  since: since.toISOString(),
  until: until?.toISOString() ?? null,
});

/**
 * Returns seasons (periods under one set of judging rules), newest first. With `hash`, only the
 * seasons under the rules with this hash.
 */
export const listSeasons = async (sql: Sql, hash: string | null): Promise<Season[]> => {
  const rows = await selectRows<SeasonRow>(sql, SEASONS_SQL, [hash]);
  return rows.map(presentSeason);
};

/**
 * Selects rules only if a season or a verdict used them. Rules that only bias tests used are not
 * public.
 */
const RULES_SQL = `
  SELECT hash, text FROM charters c
   WHERE hash = $1 AND (EXISTS (SELECT FROM seasons s WHERE s.charter = c.hash)
                        OR EXISTS (SELECT FROM verdicts v WHERE v.charter = c.hash))`;

/** Returns the text of judging rules that are or were in force. Throws `not_found`. */
export const getJudgeRules = async (sql: Sql, hash: string): Promise<JudgeRules> => {
  const [charter] = await selectRows<Omit<JudgeRules, "seasons">>(sql, RULES_SQL, [hash]);
  if (!charter) throw new DomainError("not_found", "No verdict was given under these rules.");
  return { ...charter, seasons: await listSeasons(sql, hash) };
};
