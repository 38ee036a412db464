import { setTimeout as pause } from "node:timers/promises";
import { beat, beatTogether, type Hold, type Said } from "#infra/db/work.ts";
import type { Sql } from "#infra/db/sql.ts";

/** Texts saved within this window are written in one statement. */
const TOGETHER_MS = 10;

/** Renews the lease and stores the text so far. Throws `LostWork`. */
export type KeepText = (hold: Hold, text: string) => Promise<void>;

export const keepTextOfOne = (sql: Sql, hold: Hold, text: string): Promise<void> =>
  beat(sql, hold, { set: "content = $1", values: [text] });

/**
 * Batches the texts of all live turns of the process. A turn that the batch could not write is
 * saved on its own, which throws the error that concerns it.
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
