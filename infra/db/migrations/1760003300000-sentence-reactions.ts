import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET lock_timeout = '5s';
-- One "Good point" of a user for a sentence of a turn. The key begins with the turn's attempt,
-- because an index scan of it counts the reactions to a turn, and another attempt has other sentences.
CREATE TABLE IF NOT EXISTS sentence_reactions (
  turn_id     int NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
  attempt     int NOT NULL,
  sentence    int NOT NULL CHECK (sentence >= 0),
  user_id     int NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (turn_id, attempt, sentence, user_id)
);
CREATE INDEX IF NOT EXISTS sentence_reactions_of_user ON sentence_reactions (user_id, turn_id);

CREATE OR REPLACE FUNCTION delete_reactions_of_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sentence_reactions WHERE turn_id = NEW.id AND attempt < NEW.attempt;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER turns_attempt_has_own_reactions
  AFTER UPDATE OF attempt ON turns FOR EACH ROW WHEN (NEW.attempt > OLD.attempt)
  EXECUTE FUNCTION delete_reactions_of_attempt();
RESET lock_timeout;
`;

const DOWN = `
SET lock_timeout = '5s';
DROP TRIGGER turns_attempt_has_own_reactions ON turns;
DROP FUNCTION delete_reactions_of_attempt;
DROP TABLE sentence_reactions;
RESET lock_timeout;
`;

/**
 * Users' reactions to single sentences. A new attempt of a turn deletes the reactions to its old
 * text.
 */
export class SentenceReactions1760003300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
