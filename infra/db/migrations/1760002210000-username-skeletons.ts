import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * SQL version of `computeSkeleton` in api/commands/accounts/username-rules.ts. Usernames are ASCII,
 * so only a few lookalike characters exist.
 */
const SKELETON = `
  replace(replace(translate(
    replace(lower(regexp_replace(username, '[^A-Za-z0-9]', '', 'g')), 'm', 'rn'),
    '01i', 'oll'), 'vv', 'w'), 'cl', 'd')`;

const ADD = `
SET lock_timeout = '5s';
ALTER TABLE users ADD COLUMN IF NOT EXISTS username_skeleton text`;

/** Number of users per statement. A statement keeps its rows locked while it runs. */
const BATCH = 5000;

/**
 * Fills the skeletons of the next batch of users. If several users' names look alike, only the
 * oldest user gets the skeleton.
 */
const FILL = `
  WITH filled AS (
    UPDATE users u SET username_skeleton = s.skeleton
      FROM (SELECT id, skeleton
              FROM (SELECT id, username_skeleton, ${SKELETON} AS skeleton,
                           min(id) OVER (PARTITION BY ${SKELETON}) AS oldest
                      FROM users) AS each
             WHERE id = oldest AND username_skeleton IS NULL AND skeleton <> ''
             LIMIT ${BATCH}) AS s
     WHERE u.id = s.id RETURNING u.id)
  SELECT id FROM filled LIMIT 1`;

const BESIDES = [
  `SET lock_timeout = '1min'`,
  // Deletes the invalid index that an aborted run may have left.
  `DROP INDEX CONCURRENTLY IF EXISTS users_skeleton_once`,
  `CREATE UNIQUE INDEX CONCURRENTLY users_skeleton_once ON users (username_skeleton)`,
  `RESET lock_timeout`,
];

const DOWN = `
SET lock_timeout = '5s';
ALTER TABLE users DROP COLUMN username_skeleton;
RESET lock_timeout`;

/**
 * Refuses new usernames that look like an existing one. Users who register with the previous
 * version during the upgrade get no skeleton.
 */
export class UsernameSkeletons1760002210000 implements MigrationInterface {
  /**
   * CREATE INDEX CONCURRENTLY cannot run in a transaction. The migration can run again after a
   * failure.
   */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ADD);
    let filled: unknown[];
    do filled = await runner.query(FILL);
    while (filled.length > 0);
    for (const statement of BESIDES) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
