import type { JobName, JobPayload } from "#shared/contract/jobs.ts";

const PAYLOAD: { [N in JobName]: (id: number) => JobPayload<N> } = {
  "generate-turn": (turnId) => ({ turnId }),
  "judge-turn": (turnId) => ({ turnId }),
  "judge-debate": (debateId) => ({ debateId }),
  "synthesize-speech": (recordingId) => ({ recordingId }),
};

/** What a job carries, from the id of the row it works on. */
export const payloadOf = <N extends JobName>(job: N, id: number): JobPayload<N> => PAYLOAD[job](id);
