import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE audio_cache
  ADD COLUMN spoken jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN turn_attempt int,
  ADD COLUMN is_on_air boolean NOT NULL DEFAULT true;
-- How many listen to a debate live, by API process.
CREATE TABLE listeners (
  debate_id  int NOT NULL REFERENCES debates (id) ON DELETE CASCADE,
  process    uuid NOT NULL,
  count      int NOT NULL CHECK (count > 0),
  heard_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (debate_id, process)
);
`;

const DOWN = `
DROP TABLE listeners;
ALTER TABLE audio_cache DROP COLUMN spoken, DROP COLUMN turn_attempt, DROP COLUMN is_on_air;
`;

/** Stores the spoken sentences, which live streams play while the turn is still being written. */
export class LiveSpeech1760001400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
