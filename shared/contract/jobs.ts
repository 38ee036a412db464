import { z } from "zod";
import { Id } from "./primitives.ts";

export const QUEUES = ["turns", "judging", "speech", "mail"] as const;
export type QueueName = (typeof QUEUES)[number];

const TurnJob = z.strictObject({ turnId: Id });
const DebateJob = z.strictObject({ debateId: Id });
const ModerationJob = z.strictObject({ moderationId: Id });
const RecordingJob = z.strictObject({ recordingId: Id });
const ExportJob = z.strictObject({ exportId: Id });
const EmailJob = z.strictObject({ mailId: Id });
const CleanupJob = z.strictObject({ cleanupId: Id });
const LeaderboardJob = z.strictObject({ leaderboardId: Id });
const VerdictRepeatJob = z.strictObject({ verdictRepeatId: Id });
const PanelVoteJob = z.strictObject({ panelVoteId: Id });
const ModelCheckJob = z.strictObject({ modelCheckId: Id });
const JudgeAuditJob = z.strictObject({ judgeAuditId: Id });

/** All jobs with their queue and payload. A payload contains only ids. */
export const JOBS = {
  "generate-turn": { queue: "turns", payload: TurnJob },
  "judge-turn": { queue: "judging", payload: TurnJob },
  "judge-debate": { queue: "judging", payload: DebateJob },
  moderate: { queue: "judging", payload: ModerationJob },
  "synthesize-speech": { queue: "speech", payload: RecordingJob },
  "send-mail": { queue: "mail", payload: EmailJob },
  "export-data": { queue: "judging", payload: ExportJob },
  "auto-play": { queue: "turns", payload: DebateJob },
  cleanup: { queue: "judging", payload: CleanupJob },
  "rank-models": { queue: "judging", payload: LeaderboardJob },
  "check-model": { queue: "judging", payload: ModelCheckJob },
  "repeat-verdict": { queue: "judging", payload: VerdictRepeatJob },
  "judge-in-panel": { queue: "judging", payload: PanelVoteJob },
  "audit-judge": { queue: "judging", payload: JudgeAuditJob },
} as const satisfies Record<string, { queue: QueueName; payload: z.ZodType }>;

export type JobName = keyof typeof JOBS;
export const JOB_NAMES = Object.keys(JOBS) as JobName[];

export type JobPayload<N extends JobName> = z.infer<(typeof JOBS)[N]["payload"]>;

const PAYLOAD_BUILDERS: { [N in JobName]: (id: number) => JobPayload<N> } = {
  "generate-turn": (turnId) => ({ turnId }),
  "judge-turn": (turnId) => ({ turnId }),
  "judge-debate": (debateId) => ({ debateId }),
  moderate: (moderationId) => ({ moderationId }),
  "synthesize-speech": (recordingId) => ({ recordingId }),
  "send-mail": (mailId) => ({ mailId }),
  "export-data": (exportId) => ({ exportId }),
  "auto-play": (debateId) => ({ debateId }),
  cleanup: (cleanupId) => ({ cleanupId }),
  "rank-models": (leaderboardId) => ({ leaderboardId }),
  "check-model": (modelCheckId) => ({ modelCheckId }),
  "repeat-verdict": (verdictRepeatId) => ({ verdictRepeatId }),
  "judge-in-panel": (panelVoteId) => ({ panelVoteId }),
  "audit-judge": (judgeAuditId) => ({ judgeAuditId }),
};

export const buildJobPayload = <N extends JobName>(job: N, id: number): JobPayload<N> =>
  PAYLOAD_BUILDERS[job](id);
