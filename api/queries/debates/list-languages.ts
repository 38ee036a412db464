import { baseLanguageSql } from "#infra/presenters/debate-progress-presenter.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import type { Language } from "#shared/domain/debates/language/language.ts";
import { IS_LISTED_SQL } from "./list-public-debates.ts";

const buildNextLanguageSql = (condition: string): string => `
  (SELECT ${baseLanguageSql("d")} AS language FROM debates d
    WHERE ${IS_LISTED_SQL} AND ${condition} ORDER BY 1 LIMIT 1)`;

/** Jumps from language to language in the index, so that the cost does not grow with the debates. */
export const LISTED_LANGUAGES_SQL = `
  WITH RECURSIVE found AS (
    ${buildNextLanguageSql("true")}
    UNION ALL
    SELECT following.language FROM found CROSS JOIN LATERAL
           ${buildNextLanguageSql(`${baseLanguageSql("d")} > found.language`)} AS following)
  SELECT language FROM found`;

/** Returns the languages of public debates, without script and region. */
export const listLanguages = async (sql: Sql): Promise<Language[]> =>
  (await selectRows<{ language: Language }>(sql, LISTED_LANGUAGES_SQL)).map(
    ({ language }) => language,
  );
