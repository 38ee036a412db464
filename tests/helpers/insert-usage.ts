type RunSql = (statement: string, values: unknown[]) => Promise<unknown>;

interface UsageRow {
  /** In millionths of a dollar. */
  price: number;
  kind?: string;
  /** The user and the debate that the usage is for; by default it counts for the site only. */
  userId?: number | null;
  debateId?: number;
  turnId?: number;
  daysAgo?: number;
}

/** Inserts the usage of a request to Grok, by default of today. */
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
