import type { Sql } from "#infra/db/sql.ts";
import type { Env } from "#infra/env.ts";
import { ADD_TURN } from "#infra/operations/add-turn.ts";
import { STEP } from "./commands/debates/request-turn.ts";
import { sessionStatements } from "./http/session-store.ts";
import { ONE_DEBATE } from "./queries/get-debate.ts";
import { TURNS } from "./queries/list-turns.ts";

/** No row has it. */
const NO_ID = 0;

/** What a page asks while a debate goes on. */
const hot = (adminsNeedFactor: boolean): [statement: string, parameters: unknown[]][] => [
  [sessionStatements(adminsNeedFactor).one, [""]],
  [STEP, [NO_ID]],
  [ADD_TURN, [NO_ID, 1, "bot_a", "opening", NO_ID, 1]],
  [ONE_DEBATE, [null, NO_ID]],
  [TURNS, [NO_ID, 0]],
];

/** Has a new connection parse and plan it, by asking for what is not there. */
export const rehearse =
  ({ adminsNeedSecondFactor }: Pick<Env, "adminsNeedSecondFactor">) =>
  async (sql: Sql): Promise<void> => {
    for (const [statement, parameters] of hot(adminsNeedSecondFactor))
      await sql.query(statement, parameters);
  };
