import type { JobName, QueueName } from "#shared/contract/jobs.ts";
import type { WorkerAdaptation } from "#shared/contract/admin/model-check.ts";
import type { Operations, RetryTarget } from "#shared/contract/admin/operations.ts";

export const JOB_LABELS = {
  "generate-turn": { one: "Turn", all: "Turns" },
  "judge-turn": { one: "Score", all: "Scores" },
  "judge-debate": { one: "Verdict", all: "Verdicts" },
  moderate: { one: "Moderation", all: "Moderation" },
  "synthesize-speech": { one: "Recording", all: "Recordings" },
  "send-mail": { one: "Email", all: "Emails" },
  "export-data": { one: "Export", all: "Exports" },
  "auto-play": { one: "Auto-Play", all: "Auto-Play" },
  cleanup: { one: "Cleanup", all: "Cleanup" },
  "rank-models": { one: "Leaderboard", all: "Leaderboard" },
  "check-model": { one: "Model check", all: "Model checks" },
  "repeat-verdict": { one: "Repeated verdict", all: "Repeated verdicts" },
  "judge-in-panel": { one: "Panel vote", all: "Panel votes" },
  "audit-judge": { one: "Test with baits", all: "Tests with baits" },
} as const satisfies Record<JobName, { one: string; all: string }>;

export const QUEUE_LABELS = {
  turns: "turns",
  judging: "judging",
  speech: "recordings",
  mail: "emails",
} as const satisfies Record<QueueName, string>;

export const ADAPTATION_LABELS = {
  no_streaming: "Asks for whole replies",
  no_stream_options: "Asks for no token counts",
  no_schema: "Asks for JSON without a schema",
  system_in_user_message: "System text is in the user message",
  max_tokens_field: "Uses max_tokens",
  output_limit: "Asks for shorter replies",
  context_limit: "Asks for replies that fit the context",
  larger_output: "Allows more tokens for reasoning",
  text_after_reasoning: "Shows text after the reasoning",
} as const satisfies Record<WorkerAdaptation["kind"], string>;

export const PROVIDER_STATE_LABELS = {
  answering: { words: "Available", tone: "good" },
  tried_out: { words: "Testing", tone: "waiting" },
  left_alone: { words: "Paused", tone: "bad" },
} as const satisfies Record<Operations["providers"][number]["state"], object>;

export const RETRY_LABELS = {
  turn: { words: "Try again", done: "The turn is being generated again" },
  judging: { words: "Score again", done: "The turn is being scored again" },
  verdict: { words: "Retry verdict", done: "The verdict is being written again" },
  recording: { words: "Record again", done: "The turn is being recorded again" },
  mail: { words: "Send again", done: "The email is being sent again" },
  export: { words: "Export again", done: "The export is being prepared again" },
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
