import { select, type Sql } from "#infra/db/sql.ts";
import { AUDIO_JOB } from "#infra/views/audio-job.ts";
import type { AudioJobProgress } from "#shared/contract/audio.ts";

/** Number of recent jobs to include. Short jobs may start and end between two polls. */
const LAST = 20;

const AUDIO_JOBS = `
  SELECT ${AUDIO_JOB} FROM audio_jobs j
   WHERE j.status = 'running' OR j.id > (SELECT max(id) FROM audio_jobs) - $1::int
   ORDER BY j.id`;

export const listAudioJobs = (reads: Sql): Promise<AudioJobProgress[]> =>
  select<AudioJobProgress>(reads, AUDIO_JOBS, [LAST]);
