import type { MigrationInterface, QueryRunner } from "typeorm";

/** The expression is that of `baseLanguageSql` in the queries. */
const UP = [
  `SET lock_timeout = '1min'`,
  // Deletes the invalid index that an aborted run may have left.
  `DROP INDEX CONCURRENTLY IF EXISTS debates_language`,
  `CREATE INDEX CONCURRENTLY debates_language
    ON debates (split_part(coalesce(language, 'en'), '-', 1), id)
    WHERE is_public AND NOT is_unlisted`,
  // The query planner needs to know how frequent each language is.
  `ANALYZE debates`,
  `RESET lock_timeout`,
];

const DOWN = `
SET lock_timeout = '5s';
DROP INDEX debates_language;
RESET lock_timeout;
`;

/** Finds public debates by language, and the languages that occur. */
export class ListedLanguages1760004210000 implements MigrationInterface {
  /**
   * CREATE INDEX CONCURRENTLY cannot run in a transaction. The migration can run again after a
   * failure.
   */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
