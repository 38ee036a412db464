import { setTimeout as pause } from "node:timers/promises";
import {
  renewLease,
  renewTurnLeases,
  type JobLease,
  type TurnTextSoFar,
} from "#infra/db/jobs/job-lease.ts";
import type { Sql } from "#infra/db/sql.ts";

/** Texts saved within this window are written in one statement. */
const BATCH_WINDOW_MS = 10;

/** Renews the lease and stores the text so far. Throws `LeaseLostError`. */
export type SavePartialText = (hold: JobLease, text: string) => Promise<void>;

export const savePartialTextOfTurn = (sql: Sql, hold: JobLease, text: string): Promise<void> =>
  renewLease(sql, hold, { set: "content = $1", values: [text] });

/**
 * Batches the texts of all live turns of the process. A turn that the batch could not write is
 * saved on its own, which throws the error that concerns it.
 */
export const createPartialTextSaver = (sql: Sql): SavePartialText => {
  let gathering: { said: TurnTextSoFar[]; kept: Promise<readonly JobLease[]> } | undefined;

  const gather = () => {
    const said: TurnTextSoFar[] = [];
    const keep = async () => {
      await pause(BATCH_WINDOW_MS);
      gathering = undefined;
      return renewTurnLeases(sql, said).catch(() => []);
    };
    return { said, kept: keep() };
  };
  return async (hold, text) => {
    const { said, kept } = (gathering ??= gather());
    said.push({ hold, text });
    if (!(await kept).includes(hold)) await savePartialTextOfTurn(sql, hold, text);
  };
};
