import type { JobName, QueueName } from "#shared/contract/jobs.ts";
import type { Operations, RetryTarget } from "#shared/contract/admin/operations.ts";

export const JOB_LABELS = {
  "generate-turn": { one: "Speech", all: "Speeches" },
  "judge-turn": { one: "Judging", all: "Judgings" },
  "judge-debate": { one: "Verdict", all: "Verdicts" },
  moderate: { one: "Moderation", all: "Moderations" },
  "synthesize-speech": { one: "Recording", all: "Recordings" },
  "send-mail": { one: "Mail", all: "Mails" },
  "export-data": { one: "Export", all: "Exports" },
  "auto-play": { one: "Auto-Play", all: "Auto-Plays" },
  cleanup: { one: "Cleanup", all: "Cleanups" },
} as const satisfies Record<JobName, { one: string; all: string }>;

export const QUEUE_LABELS = {
  turns: "speeches",
  judging: "judging",
  speech: "recordings",
  mail: "mails",
} as const satisfies Record<QueueName, string>;

export const PROVIDER_STATE_LABELS = {
  answering: { words: "Answers", tone: "good" },
  tried_out: { words: "Tried out", tone: "waiting" },
  left_alone: { words: "Left alone", tone: "bad" },
} as const satisfies Record<Operations["providers"][number]["state"], object>;

export const RETRY_LABELS = {
  turn: { words: "Try again", done: "The turn is tried again" },
  judging: { words: "Judge again", done: "The turn is judged again" },
  verdict: { words: "Retry verdict", done: "The judge writes the verdict again" },
  recording: { words: "Record again", done: "The turn is spoken anew" },
  mail: { words: "Send again", done: "The mail is sent again" },
  export: { words: "Export again", done: "The data is put together again" },
} as const satisfies Record<RetryTarget, object>;

const UNITS = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
] as const;

/** Age as "42 s", "3 min" or "2 h". */
export const formatAge = (since: string, now = Date.now()): string => {
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? (["s", 1] as const);
  return `${Math.floor(seconds / length)} ${unit}`;
};

/** rate_limited → "rate limited" */
export const formatErrorCode = (code: string): string => code.replaceAll("_", " ");
