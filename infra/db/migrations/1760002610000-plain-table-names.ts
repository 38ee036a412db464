import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Creates views with the new names of tables and columns. Reads and writes go through the views to
 * the tables, whose names the previous version still uses. The next version drops each view and
 * renames its table in one transaction. Views of tables with expiring rows include `ctid`, which
 * selects the rows of a batch to delete.
 */
const UP = `
SET LOCAL lock_timeout = '5s';
CREATE VIEW provider_slots AS
  SELECT provider, place AS slot, job, work_id AS job_id, attempt, taken_at FROM provider_places;
CREATE VIEW job_failures AS
  SELECT job, work_id AS job_id, code, message, failed_at, ctid FROM work_failures;
CREATE VIEW emails AS
  SELECT id, kind, key, user_id, email, facts AS data, created_at,
         status, attempt, failures, run_at, heartbeat_at, ctid FROM mails;
CREATE VIEW email_tokens AS
  SELECT digest, kind, user_id, email, expires_at, ctid FROM mail_links;
CREATE VIEW email_recipients AS
  SELECT digest, kind, sent_at, ctid FROM mail_recipients;
`;

export class PlainTableNames1760002610000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      "DROP VIEW provider_slots, job_failures, emails, email_tokens, email_recipients",
    );
  }
}
