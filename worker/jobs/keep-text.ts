import { setTimeout as pause } from "node:timers/promises";
import { beat, beatTogether, type Hold, type Said } from "#infra/db/work.ts";
import type { Sql } from "#infra/db/sql.ts";

/** What is said within this time, on one beat, is written in one statement. */
const TOGETHER_MS = 10;

/** Says that the attempt is alive, and keeps the text so far. Throws `LostWork`. */
export type KeepText = (hold: Hold, text: string) => Promise<void>;

/** The same of one turn alone. */
export const keepTextOfOne = (sql: Sql, hold: Hold, text: string): Promise<void> =>
  beat(sql, hold, { set: "content = $1", values: [text] });

/**
 * Keeps the texts of all live turns together, which are hundreds in a worker. Whose text that does
 * not keep, for whatever reason, asks for itself, and hears why.
 */
export const createTextKeeper = (sql: Sql): KeepText => {
  let gathering: { said: Said[]; kept: Promise<readonly Hold[]> } | undefined;

  const gather = () => {
    const said: Said[] = [];
    const keep = async () => {
      await pause(TOGETHER_MS);
      gathering = undefined;
      return beatTogether(sql, said).catch(() => []);
    };
    return { said, kept: keep() };
  };
  return async (hold, text) => {
    const { said, kept } = (gathering ??= gather());
    said.push({ hold, text });
    if (!(await kept).includes(hold)) await keepTextOfOne(sql, hold, text);
  };
};
