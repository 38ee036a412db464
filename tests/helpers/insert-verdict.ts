type RunSql = (statement: string, values?: unknown[]) => Promise<unknown>;

const DECISION = { winner: "bot_a", margin: 2, wavered: false, charter: "c".repeat(64) };

/** Inserts a verdict that is this old. `ago` is an interval of PostgreSQL. */
export const insertVerdict = async (
  sql: RunSql,
  debateId: number,
  ago = "1 hour",
): Promise<void> => {
  await sql("INSERT INTO charters (hash, text) VALUES ($1, 'Rules.') ON CONFLICT DO NOTHING", [
    DECISION.charter,
  ]);
  await sql(
    `INSERT INTO verdicts (debate_id, charter, judge, winner, margin, wavered, first_winner, second_winner, decided_at)
     VALUES ($1, $2, 'claude', 'bot_a', 2, false, 'bot_a', 'bot_a', now() - $3::interval)`,
    [debateId, DECISION.charter, ago],
  );
  await sql("UPDATE debates SET scores = scores || $2::jsonb WHERE id = $1", [
    debateId,
    JSON.stringify({ reasoning: "For had the better evidence.", decision: DECISION }),
  ]);
};
