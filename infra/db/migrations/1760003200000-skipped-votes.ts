import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET lock_timeout = '5s';
-- Users who chose to see the results of a debate without a vote.
CREATE TABLE IF NOT EXISTS skipped_votes (
  debate_id   int NOT NULL REFERENCES debates (id) ON DELETE CASCADE,
  user_id     int NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (debate_id, user_id)
);
CREATE INDEX IF NOT EXISTS skipped_votes_by_user ON skipped_votes (user_id);
RESET lock_timeout;
`;

const DOWN = `
SET lock_timeout = '5s';
DROP TABLE skipped_votes;
RESET lock_timeout;
`;

/** Members who skip the vote get the sealed results. Servers of the previous version seal nothing. */
export class SkippedVotes1760003200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
