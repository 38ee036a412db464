import type { MigrationInterface, QueryRunner } from "typeorm";

interface RenamedColumn {
  table: string;
  previous: string;
  current: string;
  type: string;
  /** SQL for the column's default. */
  initial: string;
}

const deferred = (table: string, prefix = ""): RenamedColumn => ({
  table,
  previous: `${prefix}waits_for`,
  current: `${prefix}deferred_for`,
  type: "text",
  initial: "NULL",
});

const COLUMNS: readonly RenamedColumn[] = [
  deferred("turns"),
  deferred("turns", "judging_"),
  deferred("debates", "verdict_"),
  deferred("audio_cache"),
  deferred("moderations"),
  {
    table: "users",
    previous: "stopped_mails",
    current: "unsubscribed_emails",
    type: "text[] NOT NULL DEFAULT '{}'",
    initial: "'{}'",
  },
];

/**
 * SQL for the column with the new name, and a trigger that copies each write between it and the
 * previous column. The trigger fires only if a statement sets one of the two, so frequent updates
 * of other columns cost nothing more.
 */
const addSql = ({ table, previous, current, type, initial }: RenamedColumn): string => `
SET lock_timeout = '5s';
ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS ${current} ${type};
CREATE OR REPLACE FUNCTION sync_${current}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.${current} IS DISTINCT FROM (CASE TG_OP WHEN 'INSERT' THEN ${initial} ELSE OLD.${current} END)
  THEN NEW.${previous} := NEW.${current};
  ELSE NEW.${current} := NEW.${previous};
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER sync_${current} BEFORE INSERT OR UPDATE OF ${previous}, ${current} ON ${table}
  FOR EACH ROW WHEN (NEW.${previous} IS DISTINCT FROM NEW.${current})
  EXECUTE FUNCTION sync_${current}();
`;

/** SQL that copies existing values. Few rows have one. */
const copySql = ({ table, previous, current }: RenamedColumn): string => `
UPDATE ${table} AS t SET ${current} = t.${previous}
  FROM (SELECT id FROM ${table} WHERE ${previous} IS DISTINCT FROM ${current}
         ORDER BY id FOR NO KEY UPDATE) AS found
 WHERE t.id = found.id`;

const dropSql = ({ table, current }: RenamedColumn): string => `
DROP TRIGGER sync_${current} ON ${table};
ALTER TABLE ${table} DROP COLUMN ${current};`;

/** The next version drops the triggers, their functions and the previous columns. */
export class PlainColumnNames1760002620000 implements MigrationInterface {
  /**
   * Without one transaction around all changes, no table stays locked while the next one changes.
   * The migration can run again after a failure.
   */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const column of COLUMNS) {
      await runner.query(addSql(column));
      await runner.query(copySql(column));
    }
    await runner.query("RESET lock_timeout");
  }

  async down(runner: QueryRunner): Promise<void> {
    const functions = new Set(COLUMNS.map(({ current }) => `sync_${current}`));
    await runner.query(`
      SET lock_timeout = '5s';
      ${COLUMNS.map(dropSql).join("")}
      DROP FUNCTION ${[...functions].join(", ")};
      RESET lock_timeout;`);
  }
}
