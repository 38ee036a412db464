interface Kept {
  table: "passkey_challenges" | "second_steps";
  /** The one it is found by first. */
  columns: readonly [key: string, ...others: string[]];
  minutes: number;
}

/**
 * The statement that keeps something until it is used, for so many minutes at most; what nobody has
 * come back for goes with what comes after it.
 */
export const keepForMinutes = ({ table, columns, minutes }: Kept): string => `
  WITH over AS (
    DELETE FROM ${table} WHERE ${columns[0]} IN
      (SELECT ${columns[0]} FROM ${table} WHERE expires_at < now() LIMIT 10 FOR UPDATE SKIP LOCKED))
  INSERT INTO ${table} (${columns.join(", ")}, expires_at)
  VALUES (${columns.map((_, n) => `$${n + 1}`).join(", ")}, now() + interval '${minutes} minutes')`;
