import type { Sql } from "#infra/db/sql.ts";
import type { Env } from "#infra/env.ts";
import { ADD_TURN } from "#infra/operations/add-turn.ts";
import { MAX_TURNS } from "#shared/domain/turn.ts";
import { STEP } from "./commands/debates/request-turn.ts";
import { sessionStatements } from "./http/session-store.ts";
import { ONE_DEBATE } from "./queries/get-debate.ts";
import { TURNS } from "./queries/list-turns.ts";

/** No row has it. */
const NO_ID = 0;

/** What a page asks while a debate goes on, as pages ask it: a plan is kept that is no worse than one for these. */
const hot = (adminsNeedFactor: boolean): [statement: string, parameters: unknown[]][] => [
  [sessionStatements(adminsNeedFactor).one, [""]],
  [STEP, [NO_ID]],
  [ADD_TURN, [NO_ID, 1, "bot_a", "opening", NO_ID, 1]],
  [ONE_DEBATE, [NO_ID, NO_ID]],
  [TURNS, [NO_ID, MAX_TURNS]],
];

/** Has a new connection parse and plan it, by asking for what is not there. */
export const rehearse =
  ({ adminsNeedSecondFactor }: Pick<Env, "adminsNeedSecondFactor">) =>
  async (sql: Sql): Promise<void> => {
    for (const [statement, parameters] of hot(adminsNeedSecondFactor))
      await sql.query(statement, parameters);
  };
