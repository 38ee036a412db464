import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Search index of debates. The row with turn number 0 has what is known before the first turn. Each
 * further row adds the words of one turn. A debate is found if one of its rows has all words of the
 * query. Triggers maintain the rows.
 */
const UP = `
SET lock_timeout = '5s';
ALTER TABLE debates ADD COLUMN IF NOT EXISTS spoken_at timestamptz;

-- No foreign key: it would lock debates after the turns that are worked on.
CREATE TABLE IF NOT EXISTS debate_words (
  debate_id    int NOT NULL,
  turn_number  int NOT NULL,
  words        tsvector NOT NULL,
  PRIMARY KEY (debate_id, turn_number)
);

CREATE OR REPLACE FUNCTION words_of_debate(id int, said text) RETURNS tsvector
LANGUAGE sql STABLE AS $$
  SELECT to_tsvector('simple', concat_ws(' ', d.topic, d.bot_a_provider, d.bot_b_provider,
                     replace(d.format, '_', ''), u.username, said))
    FROM debates d JOIN users u ON u.id = d.user_id WHERE d.id = $1
$$;

CREATE OR REPLACE FUNCTION keep_words_of_debate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO debate_words VALUES (NEW.id, 0, words_of_debate(NEW.id, ''))
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER words_are_kept AFTER INSERT ON debates
  FOR EACH ROW EXECUTE FUNCTION keep_words_of_debate();

-- What is hidden is not found either.
CREATE OR REPLACE FUNCTION keep_words_of_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM debate_words WHERE debate_id = NEW.debate_id AND turn_number = NEW.turn_number;
  IF NOT NEW.is_hidden THEN
    INSERT INTO debate_words
    VALUES (NEW.debate_id, NEW.turn_number, words_of_debate(NEW.debate_id, NEW.content));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER words_of_new_turn_are_kept AFTER INSERT ON turns
  FOR EACH ROW WHEN (NEW.status = 'complete') EXECUTE FUNCTION keep_words_of_turn();
CREATE OR REPLACE TRIGGER words_of_turn_are_kept AFTER UPDATE OF status, content, is_hidden ON turns
  FOR EACH ROW WHEN (NEW.status = 'complete' AND (OLD.status, OLD.content, OLD.is_hidden)
                     IS DISTINCT FROM (NEW.status, NEW.content, NEW.is_hidden))
  EXECUTE FUNCTION keep_words_of_turn();

-- After the cascades, by their names' order: those have waited for whoever was about to write more.
CREATE OR REPLACE FUNCTION forget_words_of_debate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM debate_words WHERE debate_id = OLD.id;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER words_are_forgotten AFTER DELETE ON debates
  FOR EACH ROW EXECUTE FUNCTION forget_words_of_debate();
`;

/** Run outside a transaction, so that other sessions can write while rows are copied and indexes are built. */
const CONCURRENT_STATEMENTS = [
  // A longer timeout is safe here: CREATE INDEX CONCURRENTLY waits for other transactions but
  // blocks none.
  `SET lock_timeout = '1min'`,
  `INSERT INTO debate_words
   SELECT d.id, 0, words_of_debate(d.id, '') FROM debates d ON CONFLICT DO NOTHING`,
  `INSERT INTO debate_words
   SELECT t.debate_id, t.turn_number, words_of_debate(t.debate_id, t.content) FROM turns t
    WHERE t.status = 'complete' AND NOT t.is_hidden ON CONFLICT DO NOTHING`,
  // Removes turns that were hidden and debates that were deleted while the rows were copied.
  `DELETE FROM debate_words w
    WHERE EXISTS (SELECT FROM turns t WHERE t.debate_id = w.debate_id
                     AND t.turn_number = w.turn_number AND t.is_hidden)
       OR NOT EXISTS (SELECT FROM debates d WHERE d.id = w.debate_id)`,
  // Deletes the invalid index that an aborted run may have left.
  `DROP INDEX CONCURRENTLY IF EXISTS debate_words_found`,
  `DROP INDEX CONCURRENTLY IF EXISTS debates_spoken`,
  `CREATE INDEX CONCURRENTLY debate_words_found ON debate_words USING gin (words)`,
  `CREATE INDEX CONCURRENTLY debates_spoken ON debates (spoken_at)
    WHERE status = 'active' AND is_public`,
  // The query planner needs the word frequencies for its search plans.
  `ANALYZE debate_words`,
  `RESET lock_timeout`,
];

const DOWN = `
SET lock_timeout = '5s';
DROP TRIGGER words_are_kept ON debates;
DROP TRIGGER words_are_forgotten ON debates;
DROP TRIGGER words_of_new_turn_are_kept ON turns;
DROP TRIGGER words_of_turn_are_kept ON turns;
DROP FUNCTION keep_words_of_debate, keep_words_of_turn, forget_words_of_debate, words_of_debate;
DROP TABLE debate_words;
ALTER TABLE debates DROP COLUMN spoken_at;
RESET lock_timeout;
`;

export class WordsOfDebates1760001000000 implements MigrationInterface {
  /**
   * CREATE INDEX CONCURRENTLY cannot run in a transaction. The migration can run again after a
   * failure.
   */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
    for (const statement of CONCURRENT_STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
