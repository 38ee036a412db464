import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE audio_cache
  ALTER turn_id DROP NOT NULL,
  ADD COLUMN notice text CONSTRAINT audio_cache_one_per_notice UNIQUE,
  ADD CONSTRAINT audio_cache_of_one CHECK ((turn_id IS NULL) <> (notice IS NULL));
`;

const DOWN = `
DELETE FROM audio_cache WHERE turn_id IS NULL;
ALTER TABLE audio_cache DROP COLUMN notice, ALTER turn_id SET NOT NULL;
`;

/** Recordings may belong to an announcement instead of a turn. */
export class Notices1760001410000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
