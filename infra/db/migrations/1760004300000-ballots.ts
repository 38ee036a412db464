import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET lock_timeout = '5s';
-- Viewers who were there before turn 2: what they thought of the topic before the debate, and how they
-- voted after it while its results were sealed. The network is a digest that differs for each debate.
CREATE TABLE IF NOT EXISTS ballots (
  debate_id      int NOT NULL REFERENCES debates (id) ON DELETE CASCADE,
  user_id        int NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  is_asked       boolean NOT NULL,
  stance_before  text CHECK (stance_before IN ('for', 'against', 'undecided')),
  stance_after   text CHECK (stance_after IN ('for', 'against', 'undecided')),
  seen_turns     int[] NOT NULL DEFAULT '{}',
  network        text,
  created_at     timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (debate_id, user_id),
  CHECK (is_asked OR stance_before IS NULL)
);
CREATE INDEX IF NOT EXISTS ballots_by_user ON ballots (user_id);

-- A skipped vote can also say that neither side won.
ALTER TABLE skipped_votes ADD COLUMN IF NOT EXISTS is_undecided boolean NOT NULL DEFAULT false;
RESET lock_timeout;
`;

const DOWN = `
SET lock_timeout = '5s';
ALTER TABLE skipped_votes DROP COLUMN is_undecided;
DROP TABLE ballots;
RESET lock_timeout;
`;

/** Servers of the previous version ask no viewer before a debate, so their votes form no pairs. */
export class Ballots1760004300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
