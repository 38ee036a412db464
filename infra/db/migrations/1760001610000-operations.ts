import type { MigrationInterface, QueryRunner } from "typeorm";

const ACTS_BEFORE = `'set_role', 'set_credits', 'delete_user', 'delete_debate', 'retry_verdict',
  'regenerate_audio', 'download_audio', 'keep', 'unlist', 'suspend_user', 'restore_user'`;

const withActs = (acts: string): string => `
ALTER TABLE audit_log
  DROP CONSTRAINT audit_log_act_check,
  ADD CONSTRAINT audit_log_act_check CHECK (act IN (${acts})) NOT VALID;`;

const UP = `
SET LOCAL lock_timeout = '5s';
-- Workers, and what they have in hand: of now, so nothing of it has to outlive a crash.
CREATE UNLOGGED TABLE workers (
  process   uuid PRIMARY KEY,
  instance  text NOT NULL,
  host      text NOT NULL,
  pid       int NOT NULL,
  queues    text[] NOT NULL,
  work      jsonb NOT NULL,
  seen_at   timestamptz NOT NULL DEFAULT now()
);
-- Why work failed for good, the last time it did; whether it is failed still says its own row.
CREATE TABLE work_failures (
  job        text NOT NULL,
  work_id    int NOT NULL,
  code       text NOT NULL,
  message    text NOT NULL,
  failed_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (job, work_id)
);
CREATE INDEX work_failures_by_time ON work_failures (failed_at);
ALTER TABLE provider_health ADD COLUMN last_error text, ADD COLUMN last_error_at timestamptz;
${withActs(`${ACTS_BEFORE}, 'retry_mail'`)}
`;

const VALIDATE = `ALTER TABLE audit_log VALIDATE CONSTRAINT audit_log_act_check`;

// Entries with the new acts stay, because the audit log is never rewritten. NOT VALID does not
// check existing rows.
const DOWN = `
${withActs(ACTS_BEFORE)}
ALTER TABLE provider_health DROP COLUMN last_error, DROP COLUMN last_error_at;
DROP TABLE work_failures, workers;
`;

export class Operations1760001610000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
    await runner.query(VALIDATE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
