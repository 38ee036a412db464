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
export type SavePartialText = (lease: JobLease, text: string) => Promise<void>;

export const savePartialTextOfTurn = (sql: Sql, lease: JobLease, text: string): Promise<void> =>
  renewLease(sql, lease, { set: "content = $1", values: [text] });

/**
 * Batches the texts of all turns that the process is writing. A turn that the batch could not store
 * is stored by a statement of its own, which throws that turn's error.
 */
export const createPartialTextSaver = (sql: Sql): SavePartialText => {
  let batch: { texts: TurnTextSoFar[]; renewed: Promise<readonly JobLease[]> } | undefined;

  const openBatch = () => {
    const texts: TurnTextSoFar[] = [];
    const save = async () => {
      await pause(BATCH_WINDOW_MS);
      batch = undefined;
      return renewTurnLeases(sql, texts).catch(() => []);
    };
    return { texts, renewed: save() };
  };
  return async (lease, text) => {
    const { texts, renewed } = (batch ??= openBatch());
    texts.push({ lease, text });
    if (!(await renewed).includes(lease)) await savePartialTextOfTurn(sql, lease, text);
  };
};
