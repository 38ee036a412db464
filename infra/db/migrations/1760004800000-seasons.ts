import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET LOCAL lock_timeout = '5s';
-- A period in which one charter is in force. It ends with the start of the next season. A return to
-- an earlier charter is a new season.
CREATE TABLE IF NOT EXISTS seasons (
  number     int PRIMARY KEY CHECK (number > 0),
  charter    text NOT NULL REFERENCES charters (hash),
  started_at timestamptz NOT NULL DEFAULT now()
);
-- A charter without a verdict may come from the command judge:audit, so it gets no season.
INSERT INTO seasons (number, charter, started_at)
SELECT row_number() OVER (ORDER BY c.created_at, c.hash), c.hash, c.created_at
  FROM charters c
 WHERE EXISTS (SELECT FROM verdicts v WHERE v.charter = c.hash)
ON CONFLICT DO NOTHING;

-- Verdicts without usable answers in a run of the bait set. NULL in rows of earlier versions.
ALTER TABLE judge_audits ADD COLUMN IF NOT EXISTS failures int CHECK (failures >= 0);
`;

const DOWN = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE judge_audits DROP COLUMN failures;
DROP TABLE seasons;
`;

/**
 * Adds seasons: numbered periods under one set of judging rules. Tests of judges for bias also
 * store failed verdicts now.
 */
export class Seasons1760004800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
