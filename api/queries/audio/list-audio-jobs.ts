import { selectRows, type Sql } from "#infra/db/sql.ts";
import { AUDIO_JOB_COLUMNS_SQL } from "#infra/presenters/turn-audio-presenter.ts";
import type { AudioJobProgress } from "#shared/contract/debates/audio.ts";

/**
 * Number of recent jobs that are listed even if they have ended, because a short job can start and
 * end between two reads.
 */
const MAX_ENDED_JOBS = 20;

const AUDIO_JOBS_SQL = `
  SELECT ${AUDIO_JOB_COLUMNS_SQL} FROM audio_jobs j
   WHERE j.status = 'running' OR j.id > (SELECT max(id) FROM audio_jobs) - $1::int
   ORDER BY j.id`;

export const listAudioJobs = (sql: Sql): Promise<AudioJobProgress[]> =>
  selectRows<AudioJobProgress>(sql, AUDIO_JOBS_SQL, [MAX_ENDED_JOBS]);
