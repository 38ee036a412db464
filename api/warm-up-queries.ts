import type { Sql } from "#infra/db/sql.ts";
import type { Env } from "#infra/env.ts";
import { HAS_ANSWERED_SQL } from "#infra/db/debates/sealed-results-sql.ts";
import { INSERT_TURN_SQL } from "#infra/services/debates/add-turn.ts";
import { MAX_TURNS } from "#shared/domain/debates/turn.ts";
import { DEBATE_WITH_OPEN_TURN_SQL } from "./commands/turns/request-turn.ts";
import { buildSessionStatements } from "./http/session/session-store.ts";
import { ONE_DEBATE_SQL } from "./queries/debates/get-debate.ts";
import { TURNS_SQL } from "./queries/debates/list-turns.ts";

const MISSING_ID = 0;

/** The most frequent statements while a debate runs, with parameters that match no row. */
const buildHotStatements = (
  adminsNeedFactor: boolean,
): [statement: string, parameters: unknown[]][] => [
  [buildSessionStatements(adminsNeedFactor).one, [""]],
  [DEBATE_WITH_OPEN_TURN_SQL, [MISSING_ID]],
  [INSERT_TURN_SQL, [MISSING_ID, 1, "bot_a", "opening", MISSING_ID, 1]],
  [ONE_DEBATE_SQL, [MISSING_ID, MISSING_ID]],
  [HAS_ANSWERED_SQL, [MISSING_ID, MISSING_ID]],
  [TURNS_SQL, [MISSING_ID, MAX_TURNS]],
];

/**
 * Warms up a new database connection: runs the statements once, so that they are parsed and
 * planned.
 */
export const warmUpQueries =
  ({ adminsNeedSecondFactor }: Pick<Env, "adminsNeedSecondFactor">) =>
  async (sql: Sql): Promise<void> => {
    for (const [statement, parameters] of buildHotStatements(adminsNeedSecondFactor))
      await sql.query(statement, parameters);
  };
