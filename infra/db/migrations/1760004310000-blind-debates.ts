import type { MigrationInterface, QueryRunner } from "typeorm";

/** The columns that also accept the neutral names of blind debates. */
const COLUMNS = [
  ["debates", "bot_a_provider"],
  ["debates", "bot_b_provider"],
  ["turns", "judge"],
  ["audio_cache", "provider"],
] as const;

const PROVIDERS = "'openai', 'grok', 'claude'";

const acceptSql = (table: string, column: string, names: string): string => `
ALTER TABLE ${table}
  DROP CONSTRAINT IF EXISTS ${table}_${column}_check,
  ADD CONSTRAINT ${table}_${column}_check CHECK (${column} IN (${names})) NOT VALID;`;

const UP = `
SET lock_timeout = '5s';
ALTER TABLE debates
  ADD COLUMN IF NOT EXISTS mystery boolean NOT NULL DEFAULT false,
  ADD COLUMN IF NOT EXISTS named_itself boolean NOT NULL DEFAULT false;
${COLUMNS.map(([table, column]) => acceptSql(table, column, `${PROVIDERS}, 'blue', 'red', 'judge'`)).join("")}
-- Who speaks and judges in a blind debate, as long as that is hidden. The debate itself has neutral names.
CREATE TABLE IF NOT EXISTS debate_identities (
  debate_id      int PRIMARY KEY REFERENCES debates (id) ON DELETE CASCADE,
  bot_a_provider text NOT NULL,
  bot_b_provider text NOT NULL,
  judge          text,
  judge_model    text
);
-- The hidden models and judges of the turns of these debates.
CREATE TABLE IF NOT EXISTS turn_identities (
  turn_id     int PRIMARY KEY REFERENCES turns (id) ON DELETE CASCADE,
  model       text,
  judge       text,
  judge_model text
);
`;

/** Each statement is a query of its own, so that none holds the locks of another one. */
const VALIDATE = [
  `SET lock_timeout = '1min'`,
  ...COLUMNS.map(
    ([table, column]) => `ALTER TABLE ${table} VALIDATE CONSTRAINT ${table}_${column}_check`,
  ),
  `RESET lock_timeout`,
];

const DOWN = `
SET lock_timeout = '5s';
DELETE FROM debates WHERE bot_a_provider = 'blue' OR bot_b_provider = 'red';
DELETE FROM audio_cache WHERE provider IN ('blue', 'red', 'judge');
${COLUMNS.map(([table, column]) => acceptSql(table, column, PROVIDERS)).join("")}
DROP TABLE turn_identities, debate_identities;
ALTER TABLE debates DROP COLUMN mystery, DROP COLUMN named_itself;
RESET lock_timeout;
`;

/** Debates that hide who speaks and who judges. */
export class BlindDebates1760004310000 implements MigrationInterface {
  /** The constraints are validated after the locks of the first statement are released. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
    for (const statement of VALIDATE) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
