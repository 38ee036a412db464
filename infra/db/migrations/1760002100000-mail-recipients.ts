import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET LOCAL lock_timeout = '5s';
-- When mails of a kind were last asked for, for each recipient, by a digest of the address. Rows are
-- deleted an hour after the last mail.
CREATE TABLE mail_recipients (
  digest   text NOT NULL,
  kind     text NOT NULL,
  -- The latest mails, oldest first: as many as may go out within an hour.
  sent_at  timestamptz[] NOT NULL,
  PRIMARY KEY (digest, kind)
);
`;

/**
 * Adds the times of recent emails per recipient, which limit how many a recipient gets in an hour.
 */
export class MailRecipients1760002100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE mail_recipients");
  }
}
