import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET LOCAL lock_timeout = '5s';
-- Whether the results were sealed for the user at the first vote, or when the user chose neither side.
-- Later votes keep the value. Null for votes of earlier versions.
ALTER TABLE votes ADD COLUMN IF NOT EXISTS was_sealed boolean;
ALTER TABLE skipped_votes ADD COLUMN IF NOT EXISTS was_sealed boolean;
`;

const DOWN = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE skipped_votes DROP COLUMN was_sealed;
ALTER TABLE votes DROP COLUMN was_sealed;
`;

/**
 * Stores for each vote whether the results were hidden from the voter. The leaderboard counts only
 * votes whose voter had not seen the results.
 */
export class SealedVotes1760004710000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
