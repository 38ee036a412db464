import type { Sql } from "#infra/db/sql.ts";
import { renewLease, type JobLease } from "#infra/db/jobs/job-lease.ts";
import type { EventPublisher } from "#infra/realtime/event-publisher.ts";
import type { RecordingForJob } from "../jobs/synthesize-speech/load-recording.ts";
import type { SynthesizedSentence } from "./synthesize-sentences.ts";

/**
 * Keeps the sentences before this one and appends this one with the current time. Without ORDER BY,
 * `jsonb_agg` guarantees no order.
 */
const APPEND_SENTENCE_SQL = `
  turn_attempt = $1,
  spoken = (SELECT coalesce(jsonb_agg(part ORDER BY n), '[]')
              FROM jsonb_array_elements(spoken) WITH ORDINALITY AS parts (part, n) WHERE n <= $2)
           || jsonb_build_object('hash', $3::text, 'ms', $4::float,
                                 'at', floor(extract(epoch FROM clock_timestamp()) * 1000))`;

/**
 * Returns a function that adds a synthesized sentence to the live schedule and publishes it. Keeps
 * what an earlier attempt published, up to the first sentence whose audio differs. Throws
 * `LeaseLostError`.
 */
export const publishLiveSentence = (
  { sql, announce }: { sql: Sql; announce: Pick<EventPublisher, "speechPart"> },
  lease: JobLease,
  recording: RecordingForJob,
): ((part: SynthesizedSentence) => Promise<void>) => {
  const { isLive, turnAttempt: attempt, spoken, spokenAttempt } = recording;
  const published = attempt === spokenAttempt ? spoken : [];
  let isSame = true;
  let startMs = 0;
  return async ({ index, hash, ms }) => {
    const part = { attempt, index, startMs: Math.round(startMs), endMs: Math.round(startMs + ms) };
    startMs += ms;
    isSame &&= published[index]?.hash === hash;
    if (!isLive || isSame) return;
    await renewLease(sql, lease, { set: APPEND_SENTENCE_SQL, values: [attempt, index, hash, ms] });
    announce.speechPart(recording, part);
  };
};
