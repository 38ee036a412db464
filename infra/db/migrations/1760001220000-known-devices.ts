import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET LOCAL lock_timeout = '5s';
-- What each user has signed in with before, by the digest of what its browser keeps.
CREATE TABLE known_devices (
  user_id  int NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  digest   text NOT NULL,
  seen_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, digest)
);
`;

export class KnownDevices1760001220000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE known_devices");
  }
}
