import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET LOCAL lock_timeout = '5s';
CREATE TABLE provider_health (
  provider    text PRIMARY KEY,
  failures    int NOT NULL DEFAULT 0,
  open_until  timestamptz
);
INSERT INTO provider_health (provider) VALUES ('openai'), ('grok'), ('claude');

-- Place 0 is that of the probe; who holds one writes it often, and nothing that is in an index.
CREATE TABLE provider_places (
  provider  text NOT NULL REFERENCES provider_health,
  place     int NOT NULL CHECK (place >= 0),
  job       text,
  work_id   int,
  attempt   int,
  taken_at  timestamptz,
  PRIMARY KEY (provider, place)
) WITH (fillfactor = 50);
INSERT INTO provider_places (provider, place)
SELECT provider, place FROM provider_health, generate_series(0, 1000) AS place;

ALTER TABLE turns ADD COLUMN waits_for text, ADD COLUMN judging_waits_for text;
ALTER TABLE debates ADD COLUMN verdict_waits_for text;
`;

const DOWN = `
ALTER TABLE turns DROP COLUMN waits_for, DROP COLUMN judging_waits_for;
ALTER TABLE debates DROP COLUMN verdict_waits_for;
DROP TABLE provider_places, provider_health;
`;

export class ProviderHealth1760000910000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
    await runner.query("ANALYZE provider_places");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
