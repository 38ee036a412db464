import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET LOCAL lock_timeout = '5s';
-- Kinds of mail that somebody has had enough of.
ALTER TABLE users ADD COLUMN stopped_mails text[] NOT NULL DEFAULT '{}';
-- Who has a page open, by API process: of now, so nothing of it has to outlive a crash.
CREATE UNLOGGED TABLE connected_users (
  process   uuid PRIMARY KEY,
  user_ids  int[] NOT NULL,
  seen_at   timestamptz NOT NULL DEFAULT now()
);
`;

const DOWN = `
DROP TABLE connected_users;
ALTER TABLE users DROP COLUMN stopped_mails;
`;

export class Notifications1760001600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
