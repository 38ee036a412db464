import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET lock_timeout = '5s';
-- Sums of usage, so that the limit is checked before each request without adding up the whole day.
-- user_id 0 is the whole site. Sixteen shards, so that few commits wait for the same row.
CREATE TABLE IF NOT EXISTS daily_spending (
  user_id  int NOT NULL,
  day      date NOT NULL,
  shard    int NOT NULL,
  price    bigint NOT NULL,
  PRIMARY KEY (user_id, day, shard)
) WITH (fillfactor = 50);
CREATE INDEX IF NOT EXISTS daily_spending_of_day ON daily_spending (day);

CREATE OR REPLACE FUNCTION add_daily_spending(of_day date, of_user int, amount bigint)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO daily_spending AS s (user_id, day, shard, price)
  SELECT who, of_day, pg_backend_pid() % 16, amount FROM (VALUES (of_user), (0)) AS v (who)
   WHERE who IS NOT NULL AND amount <> 0 AND of_day >= (now() AT TIME ZONE 'utc')::date
  ON CONFLICT (user_id, day, shard) DO UPDATE SET price = s.price + EXCLUDED.price
$$;
CREATE OR REPLACE FUNCTION count_daily_spending() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM add_daily_spending(OLD.day, OLD.user_id, -OLD.price); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM add_daily_spending(NEW.day, NEW.user_id, NEW.price); END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION detach_usage_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE usage SET user_id = NULL WHERE user_id = OLD.id;
  DELETE FROM daily_spending WHERE user_id = OLD.id;
  RETURN NULL;
END $$;

-- What was paid while this waited for the lock is in the sum, what comes after it is counted.
BEGIN;
LOCK TABLE usage IN SHARE ROW EXCLUSIVE MODE;
-- Runs at the commit, so that the sums' rows are locked last and for a moment only.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = 'usage_is_counted'
                    AND tgrelid = 'usage'::regclass) THEN
    CREATE CONSTRAINT TRIGGER usage_is_counted
      AFTER INSERT OR DELETE OR UPDATE OF day, price ON usage
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_daily_spending();
  END IF;
END $$;
DELETE FROM daily_spending;
INSERT INTO daily_spending (user_id, day, shard, price)
SELECT coalesce(user_id, 0), day, 0, sum(price) FROM usage
 WHERE day = (now() AT TIME ZONE 'utc')::date
 GROUP BY GROUPING SETS ((day, user_id), (day))
HAVING (GROUPING(user_id) = 1 OR user_id IS NOT NULL) AND sum(price) > 0;
COMMIT;

-- 'site_limit' or 'user_limit' while the debate waits for a daily spending limit.
ALTER TABLE debates ADD COLUMN IF NOT EXISTS spending_pause text;
ALTER TABLE audio_cache ADD COLUMN IF NOT EXISTS waits_for text;
RESET lock_timeout;
`;

/**
 * Each statement is a query of its own, because CREATE INDEX CONCURRENTLY cannot run in a
 * transaction.
 */
const INDEX = [
  `SET lock_timeout = '1min'`,
  `DROP INDEX CONCURRENTLY IF EXISTS debates_paused_by_limit`,
  `CREATE INDEX CONCURRENTLY debates_paused_by_limit ON debates (id) WHERE spending_pause IS NOT NULL`,
  `RESET lock_timeout`,
];

const DOWN = `
SET lock_timeout = '5s';
DROP TRIGGER usage_is_counted ON usage;
CREATE OR REPLACE FUNCTION detach_usage_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE usage SET user_id = NULL WHERE user_id = OLD.id;
  RETURN NULL;
END $$;
DROP FUNCTION count_daily_spending, add_daily_spending;
DROP TABLE daily_spending;
-- The version before has no limit during a debate: what waits for one goes on.
UPDATE turns SET waits_for = NULL WHERE waits_for IN ('site_limit', 'user_limit');
UPDATE turns SET judging_waits_for = NULL WHERE judging_waits_for IN ('site_limit', 'user_limit');
UPDATE debates SET verdict_waits_for = NULL WHERE verdict_waits_for IN ('site_limit', 'user_limit');
ALTER TABLE debates DROP COLUMN spending_pause;
ALTER TABLE audio_cache DROP COLUMN waits_for;
RESET lock_timeout;
`;

export class DailySpending1760002300000 implements MigrationInterface {
  /**
   * CREATE INDEX CONCURRENTLY cannot run in a transaction. The migration can run again after a
   * failure.
   */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
    for (const statement of INDEX) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
