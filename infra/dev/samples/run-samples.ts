import { Pool } from "pg";
import type { VoiceConfig } from "#infra/service-config.ts";
import { getFailureReason } from "../launcher/failure-reason.ts";
import { addFirstSamples } from "./add-first-samples.ts";
import { recordSamples } from "./record-samples.ts";
import { runSampleShows } from "./run-sample-shows.ts";
import type { SampleApi } from "./sample-owner-client.ts";

export interface SampleServices {
  databaseUrl: string;
  voice: VoiceConfig;
  api: SampleApi;
}

/**
 * Adds the sample debates and records their audio. Then lets one prepared debate play while a page
 * is open, until the signal aborts. Prints whether the samples were added, below what the launcher
 * printed at the start.
 */
export const runSamples = async (
  { databaseUrl, voice, api }: SampleServices,
  signal: AbortSignal,
): Promise<void> => {
  // Errors of idle connections are ignored, because the next query opens a new connection.
  const pool = new Pool({ connectionString: databaseUrl, max: 2 }).on("error", () => {});
  const report = (err: unknown): void => {
    if (!signal.aborted)
      console.error(`The sample debates are incomplete.\n${getFailureReason(err)}`);
  };
  try {
    const added = await addFirstSamples(pool, databaseUrl, signal);
    if (added !== null) console.log(added);
    const recorded = recordSamples(pool, voice, signal).catch(report);
    await Promise.all([recorded, runSampleShows(pool, api, signal)]);
  } catch (err) {
    report(err);
  } finally {
    await pool.end();
  }
};
