import type { MigrationInterface, QueryRunner } from "typeorm";

const FAILED = `UPDATE debates SET scores = scores || $1::jsonb WHERE verdict_status = 'failed'`;

/**
 * From now on a failed verdict has an empty text. Null means that the verdict is still being
 * written.
 */
export class SayThatThereIsNoVerdict1760000700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FAILED, [JSON.stringify({ reasoning: "" })]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(FAILED, [JSON.stringify({ reasoning: null })]);
  }
}
