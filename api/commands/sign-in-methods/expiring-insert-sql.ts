interface ExpiringRow {
  table: "passkey_challenges" | "second_steps";
  columns: readonly [key: string, ...others: string[]];
  minutes: number;
}

/** Returns SQL that inserts an expiring row. Each insert also deletes up to 10 expired rows. */
export const buildExpiringInsertSql = ({ table, columns, minutes }: ExpiringRow): string => `
  WITH over AS (
    DELETE FROM ${table} WHERE ${columns[0]} IN
      (SELECT ${columns[0]} FROM ${table} WHERE expires_at < now() LIMIT 10 FOR UPDATE SKIP LOCKED))
  INSERT INTO ${table} (${columns.join(", ")}, expires_at)
  VALUES (${columns.map((_, n) => `$${n + 1}`).join(", ")}, now() + interval '${minutes} minutes')`;
