import type { Sql } from "#infra/db/sql.ts";
import { ADD_TURN } from "#infra/operations/add-turn.ts";
import { STEP } from "./commands/debates/request-turn.ts";
import { SESSIONS } from "./http/session-store.ts";
import { ONE_DEBATE } from "./queries/get-debate.ts";
import { TURNS } from "./queries/list-turns.ts";

/** No row has it. */
const NO_ID = 0;

/** What a page asks while a debate goes on. */
const HOT: [statement: string, parameters: unknown[]][] = [
  [SESSIONS, [[""], false]],
  [STEP, [NO_ID]],
  [ADD_TURN, [NO_ID, 1, "bot_a", "opening", NO_ID, 1]],
  [ONE_DEBATE, [null, NO_ID]],
  [TURNS, [NO_ID, 0]],
];

/** Has a new connection parse and plan it, by asking for what is not there. */
export const rehearse = async (sql: Sql): Promise<void> => {
  for (const [statement, parameters] of HOT) await sql.query(statement, parameters);
};
