type RunSql = (statement: string, values: unknown[]) => Promise<unknown>;

interface UsageRow {
  /** In millionths of a dollar. */
  price: number;
  kind?: string;
  /** The user and debate that caused the usage. By default it counts only for the whole site. */
  userId?: number | null;
  debateId?: number;
  turnId?: number;
  daysAgo?: number;
}

/** Inserts the usage of one request to Grok, dated today by default. */
export const insertUsage = (sql: RunSql, row: UsageRow): Promise<unknown> =>
  sql(
    `INSERT INTO usage (kind, provider, model, user_id, debate_id, turn_id, requests, input_tokens,
                        output_tokens, characters, is_estimated, price, day)
     VALUES ($1, 'grok', 'grok-4.3', $2, $3, $4, 1, 1, 1, 0, false, $5,
             (now() AT TIME ZONE 'utc')::date - $6::int)`,
    [
      row.kind ?? "generate-turn",

      row.userId ?? null,
      row.debateId ?? null,
      row.turnId ?? null,
      row.price,
      row.daysAgo ?? 0,
    ],
  );
