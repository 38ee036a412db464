import type { MigrationInterface, QueryRunner } from "typeorm";

const FAILED = `UPDATE debates SET scores = scores || $1::jsonb WHERE verdict_status = 'failed'`;

/** A verdict that failed is empty; null means that it is being written. */
export class SayThatThereIsNoVerdict1760000700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FAILED, [JSON.stringify({ reasoning: "" })]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(FAILED, [JSON.stringify({ reasoning: null })]);
  }
}
