import type { MigrationInterface, QueryRunner } from "typeorm";

/** Adds the number of requests per turn. Existing turns start at 0. */
const UP = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE turns ADD COLUMN requests int NOT NULL DEFAULT 0;
`;

const DOWN = `
ALTER TABLE turns DROP COLUMN requests;
`;

export class Usage1760000900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
