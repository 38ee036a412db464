import type { MigrationInterface, QueryRunner } from "typeorm";

const ACTS_BEFORE = `'set_role', 'set_credits', 'delete_user', 'delete_debate', 'retry_verdict',
  'regenerate_audio', 'download_audio', 'keep', 'unlist', 'suspend_user', 'restore_user', 'retry_mail',
  'retry_judging', 'retry_export'`;

const withActs = (acts: string): string => `
SET LOCAL lock_timeout = '5s';
ALTER TABLE audit_log
  DROP CONSTRAINT audit_log_act_check,
  ADD CONSTRAINT audit_log_act_check CHECK (act IN (${acts})) NOT VALID;`;

const VALIDATE = `ALTER TABLE audit_log VALIDATE CONSTRAINT audit_log_act_check`;

export class ResetSecondFactor1760001850000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(withActs(`${ACTS_BEFORE}, 'reset_second_factor'`));
    await runner.query(VALIDATE);
  }

  // Entries with the new act stay, because the audit log is never rewritten. NOT VALID does not
  // check existing rows.
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(withActs(ACTS_BEFORE));
  }
}
