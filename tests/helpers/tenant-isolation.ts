type IsolationSql = <Row extends object>(statement: string, values?: unknown[]) => Promise<Row[]>;

/**
 * Inserts a user whom no test may affect, with rows of every kind and in every state. The open jobs
 * are never due and never taken over. A statement that wrongly changes rows of other users also
 * changes these rows.
 */
const SEED_STATEMENTS = [
  `INSERT INTO users (username, email, email_confirmed_at, password, credits, unsubscribed_emails, suspended_at)
   VALUES ('bystander', 'bystander@example.org', now(), '!', 0, '{debate_finished}', now())`,
  `INSERT INTO sessions SELECT 'bystander', jsonb_build_object('cookie', '{}'::jsonb, 'userId', id), 'infinity'
     FROM users`,
  `INSERT INTO known_devices SELECT id, 'of-the-bystander', now() FROM users`,
  `INSERT INTO authenticators (user_id, secret, confirmed_at) SELECT id, 'secret', now() FROM users`,
  `INSERT INTO recovery_codes SELECT 'of-the-bystander', id FROM users`,
  `INSERT INTO passkeys (user_id, credential, public_key, name)
   SELECT id, 'of-the-bystander', '', 'Key' FROM users`,
  `INSERT INTO passkey_challenges SELECT 'of-the-bystander-' || purpose, purpose, id, 'infinity'
     FROM users, unnest('{register,sign_in,prove}'::text[]) AS purpose`,
  `INSERT INTO second_steps SELECT 'of-the-bystander', id, session_epoch, 'infinity' FROM users`,
  `INSERT INTO security_events (user_id, event, session, address)
   SELECT id, 'signed_in', 'bystander', '127.0.0.1' FROM users`,
  `INSERT INTO email_tokens SELECT kind, kind, id, email, 'infinity' FROM users,
     unnest('{confirm_email,reset_password,change_email,sign_in,undo_email,stop_debate_finished}'::text[]) AS kind`,
  `INSERT INTO emails (kind, user_id, email, status, run_at, heartbeat_at)
   SELECT 'confirm_email', id, email, status, 'infinity', 'infinity'
     FROM users, unnest('{pending,running,complete,failed}'::text[]) AS status`,
  `INSERT INTO email_recipients VALUES ('of-the-bystander', 'confirm_email', '{infinity}')`,
  `INSERT INTO exports (user_id, status, run_at) SELECT id, 'failed', NULL FROM users`,
  `INSERT INTO idempotency_keys (user_id, key, request_hash, answer)
   SELECT id, 'key', 'of-the-bystander', '{}' FROM users`,
  `INSERT INTO transactions (user_id, amount, credits, status, order_id, check_at)
   SELECT id, 500, 5, status, 'OF-THE-BYSTANDER-' || status, 'infinity'
     FROM users, unnest('{pending,failed,completed}'::text[]) AS status`,
  `INSERT INTO audit_log (actor_id, actor_name, act, subject_kind, subject_id, subject_name)
   SELECT id, username, 'set_credits', 'user', id, username FROM users`,

  // A debate in every state, each with up to six turns.
  `INSERT INTO debates (topic, user_id, status, current_turn, verdict_status, refunded)
   SELECT 'A motion of the bystander', id, debate.* FROM users,
     (VALUES ('active', 4, 'none', false), ('completed', 6, 'complete', false),
             ('completed', 6, 'failed', false), ('completed', 6, 'none', false),
             ('completed', 6, 'pending', false), ('completed', 6, 'running', false),
             ('pending', 0, 'none', true), ('pending', 0, 'none', false)) AS debate`,
  `UPDATE debates SET verdict_run_at = 'infinity', verdict_heartbeat_at = 'infinity',
          auto_play_by = CASE WHEN status <> 'completed' THEN user_id END,
          auto_play_status = CASE WHEN status = 'active' THEN 'pending' ELSE 'none' END,
          auto_play_run_at = 'infinity', is_unlisted = status = 'completed',
          scores = CASE WHEN status = 'completed' THEN '{"botA": 7, "botB": 7, "reasoning": null}'::jsonb END`,
  `INSERT INTO turns (debate_id, turn_number, role, type, content, status, judging_status, run_at,
                      heartbeat_at, judging_run_at, judging_heartbeat_at)
   SELECT debates.id, n, CASE n % 2 WHEN 1 THEN 'bot_a' ELSE 'bot_b' END, 'rebuttal', 'A speech.',
          'complete', CASE WHEN status = 'completed' THEN 'complete' ELSE judging END,
          'infinity', 'infinity', 'infinity', 'infinity'
     FROM debates, unnest('{complete,pending,running,failed,none,none}'::text[])
                   WITH ORDINALITY AS turn (judging, n)
    WHERE n <= current_turn`,
  `INSERT INTO turns (debate_id, turn_number, role, type, status, error, run_at, heartbeat_at)
   SELECT id, current_turn + 1, 'bot_a', 'rebuttal',
          CASE WHEN refunded THEN 'failed' WHEN status = 'active' THEN 'streaming' ELSE 'pending' END,
          CASE WHEN refunded THEN '{"code": "provider_error"}'::jsonb END, 'infinity', 'infinity'
     FROM debates WHERE status <> 'completed'`,
  `INSERT INTO debate_identities (debate_id, bot_a_provider, bot_b_provider) SELECT id, 'openai', 'grok' FROM debates
    WHERE status = 'pending' AND NOT refunded`,
  `INSERT INTO turn_identities SELECT turns.id, 'a-model', 'claude', 'a-model'
     FROM turns JOIN debate_identities USING (debate_id)`,
  `INSERT INTO audio_jobs (debate_id, turns, total) SELECT id, 'all', 6 FROM debates`,
  `INSERT INTO audio_cache (turn_id, provider, content_hash, status, job_id, run_at, heartbeat_at)
   SELECT turns.id, 'openai', turns.id,
          ('{pending,running,failed,failed,pending,running}'::text[])[turn_number], audio_jobs.id,
          'infinity', 'infinity'
     FROM turns JOIN audio_jobs USING (debate_id) WHERE turns.status = 'complete'`,
  `UPDATE audio_cache SET version = 1, audio_data = '\\x00', etag = 'old', duration_ms = 1, job_id = NULL
    WHERE id % 2 = 0`,
  `INSERT INTO audio_cache (ruling_turn_id, provider, content_hash, status, version, audio_data, etag,
                            duration_ms, run_at, heartbeat_at)
   SELECT id, 'claude', 'ruling ' || id, 'complete', 1, '\\x00', 'old', 1, 'infinity', 'infinity'
     FROM turns WHERE status = 'complete'`,
  `INSERT INTO audio_parts SELECT id, 'first', '\\x00' FROM audio_cache WHERE status <> 'complete'`,
  `INSERT INTO moderations (debate_id, turn_id, status, run_at, heartbeat_at)
   SELECT debate_id, id, ('{pending,running,complete,failed,complete,complete}'::text[])[turn_number],
          'infinity', 'infinity' FROM turns WHERE turns.status = 'complete'`,
  // Most rows that tests create have attempt 1, too. So a statement that checks the attempt but
  // not the id also changes these rows, and is detected.
  `UPDATE turns SET attempt = 1, judging_attempt = 1`,
  `UPDATE debates SET verdict_attempt = 1, auto_play_attempt = 1`,
  ...["audio_cache", "moderations", "emails", "exports"].map(
    (table) => `UPDATE ${table} SET attempt = 1`,
  ),
  `INSERT INTO charters (hash, text) VALUES (repeat('0', 64), 'A charter of the bystander.')`,
  `INSERT INTO judge_audits (judge, model, charter, results)
   VALUES ('claude', 'a-model', repeat('0', 64), '[]')`,
  `INSERT INTO verdicts (debate_id, charter, judge, winner, wavered, first_winner, second_winner)
   SELECT id, repeat('0', 64), 'claude', 'draw', true, 'bot_a', 'bot_b' FROM debates
    WHERE verdict_status = 'complete'`,
  `INSERT INTO verdict_repeats (debate_id, judge, status, attempt, run_at, heartbeat_at)
   SELECT debate_id, judge, 'pending', 1, 'infinity', 'infinity' FROM verdicts`,
  `INSERT INTO panel_votes (debate_id, judge, seat, status, attempt, run_at, heartbeat_at)
   SELECT debate_id, judge, 1, 'failed', 1, 'infinity', 'infinity' FROM verdicts`,
  `INSERT INTO verdict_appeals (debate_id, user_id, ground, reason)
   SELECT id, user_id, 'misquoted', 'It misquoted the bystander.' FROM debates
    WHERE verdict_status = 'complete'`,
  `INSERT INTO reviews (debate_id, turn_id) SELECT debate_id, min(id) FROM turns GROUP BY 1`,
  `INSERT INTO reports (debate_id, user_id, reason) SELECT id, user_id, 'hate' FROM debates`,
  `INSERT INTO debate_votes (debate_id, user_id, type) SELECT id, user_id, 'up' FROM debates`,
  `INSERT INTO skipped_votes (debate_id, user_id)
   SELECT id, user_id FROM debates WHERE status = 'completed'`,
  `INSERT INTO votes (debate_id, user_id, winner)
   SELECT id, user_id, 'bot_a' FROM debates WHERE status = 'completed'`,
  `INSERT INTO ballots (debate_id, user_id, is_asked, stance_before, stance_after, seen_turns)
   SELECT id, user_id, true, 'for', 'against', '{1,2,3,4}' FROM debates`,
  `INSERT INTO sentence_reactions (turn_id, attempt, sentence, user_id)
   SELECT turns.id, attempt, 0, user_id FROM turns JOIN debates ON debates.id = debate_id
    WHERE turns.status = 'complete'`,
  `INSERT INTO usage (kind, provider, model, user_id, debate_id, turn_id, requests, input_tokens, output_tokens,
                      characters, is_estimated, price)
   SELECT 'generate-turn', 'openai', 'a-model', user_id, debate_id, turns.id, 1, 1, 1, 0, false, 1
     FROM turns JOIN debates ON debates.id = debate_id`,
  // The row of user 0 is the sum of all users, so other users may change it.
  `DELETE FROM daily_spending WHERE user_id = 0`,
  `INSERT INTO job_failures (job, job_id, code, message)
   SELECT 'generate-turn', id, 'provider_error', 'No.' FROM turns WHERE status = 'failed'`,
];

/** Detects changes to the rows of a user whom no test may affect. */
export interface TenantIsolation {
  readonly userId: number;
  /** Rows that changed since the start, one line per table. */
  changes(): Promise<string[]>;
  expectUntouched(): Promise<void>;
}

const listFilledTables = async (sql: IsolationSql): Promise<string[]> => {
  const found = await sql<{ name: string }>(
    `SELECT relname AS name FROM pg_stat_user_tables WHERE schemaname = 'public'`,
  );
  const rows = await sql<{ name: string }>(
    found
      .map(({ name }) => `SELECT '${name}' AS name WHERE EXISTS (TABLE public.${name})`)
      .join(" UNION ALL "),
  );
  return rows.map(({ name }) => name);
};

/**
 * Inserts the rows of the other user into a database without users, then runs the statements in
 * `more`.
 */
export const seedOtherTenant = async (
  sql: IsolationSql,
  ...more: string[]
): Promise<TenantIsolation> => {
  const shared = new Set(await listFilledTables(sql));
  for (const statement of [...SEED_STATEMENTS, ...more]) await sql(statement);
  const tables = (await listFilledTables(sql)).filter((name) => !shared.has(name));
  await sql("CREATE SCHEMA before");
  for (const name of tables) await sql(`CREATE TABLE before.${name} AS TABLE public.${name}`);
  const lost = tables.map(
    (name) => `SELECT '${name}' AS name, count(*)::int AS rows
                 FROM (TABLE before.${name} EXCEPT TABLE public.${name}) AS lost`,
  );
  const [user] = await sql<{ id: number }>("SELECT id FROM users");
  const changes = async () => {
    const found = await sql<{ name: string; rows: number }>(lost.join(" UNION ALL "));
    const changed = found.filter(({ rows }) => rows > 0);
    return changed.map(({ name, rows }) => `bystander: ${rows} of ${name} → lost`);
  };
  return {
    userId: user?.id ?? 0,
    changes,
    expectUntouched: async () => expect(await changes()).toEqual([]),
  };
};
