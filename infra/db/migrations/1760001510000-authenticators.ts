import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET LOCAL lock_timeout = '5s';
-- What somebody's app makes its codes of; until a first one was right it is asked for none.
CREATE TABLE authenticators (
  user_id       int PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  secret        text NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  confirmed_at  timestamptz,
  -- Of the last code that was taken, in half minutes since 1970: neither it nor one before is taken again.
  last_step     int NOT NULL DEFAULT 0
);
-- Codes for who has lost the app, each for once: of each a digest.
CREATE TABLE recovery_codes (
  digest   text PRIMARY KEY,
  user_id  int NOT NULL REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX recovery_codes_of_user ON recovery_codes (user_id);
-- Who has given the password, and a code not yet. Of what names it in their browser, a digest.
CREATE TABLE second_steps (
  digest         text PRIMARY KEY,
  user_id        int NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  session_epoch  int NOT NULL,
  expires_at     timestamptz NOT NULL
);
CREATE INDEX second_steps_of_user ON second_steps (user_id);
CREATE INDEX second_steps_expire ON second_steps (expires_at);
`;

export class Authenticators1760001510000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE second_steps, recovery_codes, authenticators");
  }
}
