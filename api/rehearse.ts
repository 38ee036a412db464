import type { Sql } from "#infra/db/sql.ts";
import type { Env } from "#infra/env.ts";
import { ADD_TURN } from "#infra/operations/add-turn.ts";
import { MAX_TURNS } from "#shared/domain/turn.ts";
import { STEP } from "./commands/debates/request-turn.ts";
import { sessionStatements } from "./http/session-store.ts";
import { ONE_DEBATE } from "./queries/get-debate.ts";
import { TURNS } from "./queries/list-turns.ts";

const NO_ID = 0;

/** The statements of open pages while a debate runs. Cached plans must suit them. */
const hot = (adminsNeedFactor: boolean): [statement: string, parameters: unknown[]][] => [
  [sessionStatements(adminsNeedFactor).one, [""]],
  [STEP, [NO_ID]],
  [ADD_TURN, [NO_ID, 1, "bot_a", "opening", NO_ID, 1]],
  [ONE_DEBATE, [NO_ID, NO_ID]],
  [TURNS, [NO_ID, MAX_TURNS]],
];

/**
 * Warms up a new connection: runs these statements with ids that do not exist, so that they are
 * parsed and planned.
 */
export const rehearse =
  ({ adminsNeedSecondFactor }: Pick<Env, "adminsNeedSecondFactor">) =>
  async (sql: Sql): Promise<void> => {
    for (const [statement, parameters] of hot(adminsNeedSecondFactor))
      await sql.query(statement, parameters);
  };
