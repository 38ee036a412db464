import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET LOCAL lock_timeout = '5s';
-- The rules of judging. A verdict belongs to the charter with the SHA-256 of its text.
CREATE TABLE charters (
  hash       text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  text       text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- The judge's two answers to the question for the winner, and what follows from them.
CREATE TABLE verdicts (
  debate_id     int PRIMARY KEY REFERENCES debates (id) ON DELETE CASCADE,
  charter       text NOT NULL REFERENCES charters (hash),
  judge         text NOT NULL,
  model         text,
  winner        text NOT NULL CHECK (winner IN ('bot_a', 'bot_b', 'draw')),
  margin        smallint CHECK (margin BETWEEN 1 AND 3),
  wavered       boolean NOT NULL,
  first_winner  text NOT NULL CHECK (first_winner IN ('bot_a', 'bot_b', 'draw')),
  first_margin  smallint,
  second_winner text NOT NULL CHECK (second_winner IN ('bot_a', 'bot_b', 'draw')),
  second_margin smallint,
  decided_at    timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT verdicts_wavered_is_draw CHECK (NOT wavered OR winner = 'draw')
);
CREATE INDEX verdicts_charter ON verdicts (charter);

-- Answers of an unfinished verdict, so that its next attempt does not pay for them again.
ALTER TABLE debates ADD COLUMN IF NOT EXISTS verdict_draft jsonb;
`;

const DOWN = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE debates DROP COLUMN verdict_draft;
DROP TABLE verdicts;
DROP TABLE charters;
`;

/** The judge names a winner and a margin. Verdicts of earlier versions have no row. */
export class AuditedVerdicts1760004320000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
