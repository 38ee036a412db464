import { Client } from "pg";
import { z } from "zod";
import { waitUntil } from "../harness.ts";
import type { MemoryLogger } from "../helpers/memory-logger.ts";
import { describeEffect, type RoomNames } from "./describe-effect.ts";

/** The channel of Socket.IO's adapter between processes. */
const ADAPTER_CHANNEL = "socket.io#/";
/** The test's own channel, for added jobs and for the end marker of a recording. */
const RECORDER_CHANNEL = "recorder";

/**
 * Reports each added job, whichever process adds it. A job that is already queued is not reported
 * again.
 */
const NOTIFY_JOBS_SQL = `
  CREATE FUNCTION public.tell_of_job() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('${RECORDER_CHANNEL}', json_build_object('queue', NEW.queue, 'name', NEW.name,
      'data', NEW.data, 'isDelayed', NEW.delay_ms > 0)::text);
    RETURN NULL;
  END $$;
  CREATE TRIGGER tell_of_job AFTER INSERT ON bullmq.job
    FOR EACH ROW EXECUTE FUNCTION public.tell_of_job();`;

const RecordedJob = z.object({
  queue: z.string(),
  name: z.string(),
  data: z.record(z.string(), z.int()),
  isDelayed: z.boolean(),
});

/** Deltas arrive in any number of pieces, so a run of them counts as one line. */
const collapseDeltas = (lines: readonly string[]): string[] =>
  lines.filter((line, place) => !line.startsWith("turn:delta") || line !== lines[place - 1]);

/** Records the messages, jobs and alerts of the processes that use one database. */
export interface EffectRecorder {
  /**
   * Returns one line per message since the last call: messages to rooms and processes in order,
   * then jobs, then alerts. Includes everything committed before the call. With `lastWord`, first
   * waits for this message, which is left out. Everything that the process sent before it has then
   * arrived.
   */
  lines(names: RoomNames, lastWord?: string): Promise<string[]>;
  close(): Promise<void>;
}

export const startEffectRecorder = async (
  databaseUrl: string,
  log: MemoryLogger,
): Promise<EffectRecorder> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(NOTIFY_JOBS_SQL);
  const told: string[] = [];
  const jobs: string[] = [];
  let ends = 0;
  let alerted = 0;
  client.on("notification", ({ channel, payload = "" }) => {
    if (channel === ADAPTER_CHANNEL) told.push(payload);
    else if (payload === "end") ends += 1;
    else jobs.push(payload);
  });
  await client.query(`LISTEN "${ADAPTER_CHANNEL}"; LISTEN "${RECORDER_CHANNEL}"`);

  const jobInWords = (payload: string): string => {
    const { queue, name, data, isDelayed } = RecordedJob.parse(JSON.parse(payload));
    return `job ${name} { ${Object.keys(data).join()} } → ${queue}${isDelayed ? ", later" : ""}`;
  };
  return {
    async lines(names, lastWord) {
      const isOver = () => told.some((message) => describeEffect(message, names) === lastWord);
      if (lastWord !== undefined) await waitUntil(isOver, { what: "the last word" });
      const wanted = ends + 1;
      // PostgreSQL delivers notifications in commit order, so this one arrives last.
      await client.query("SELECT pg_notify($1, 'end')", [RECORDER_CHANNEL]);
      await waitUntil(() => ends === wanted, { what: "the end of the recording" });
      const events = told
        .splice(0)
        .map((message) => describeEffect(message, names))
        .filter((line) => line !== null)
        .filter((line) => line !== lastWord);
      const calls = log.alerts().slice(alerted);
      alerted += calls.length;
      const alerts = calls.map(({ alert, msg }) => `alert ${alert}: ${msg}`);
      return [...collapseDeltas(events), ...jobs.splice(0).map(jobInWords), ...alerts];
    },
    close: () => client.end(),
  };
};
