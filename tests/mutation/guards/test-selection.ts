import path from "node:path";

interface SourceTests {
  /**
   * Names separated by spaces: files without their path, or paths of folders that end in a slash.
   */
  sources: string;
  /** Test files below `tests` without `.test.ts`, the fastest first. */
  tests: readonly string[];
}

const PURCHASE_TESTS = [
  "infra/purchase-rows",
  "infra/settle-purchase",
  "infra/paypal",
  "api/credits",
  "api/webhooks",
  "api/money-back-webhooks",
  "worker/reconcile-purchases",
  "event-contracts/api-effects",
];
const TURN_TESTS = [
  "event-contracts/worker-effects",
  "worker/debate-pipeline",
  "worker/lease-fencing",
  "worker/failures",
  "worker/recovery",
  "worker/providers",
  "worker/lease-lost",
];
const AUDIO_TESTS = [
  "audio/stored-recordings",
  "audio/requested-recordings",
  "audio/recording-repair",
  "audio/listen",
  "audio/episodes-and-clips",
  "audio/failing-voice",
  "audio/live-speech",
  "audio/live-stream",
  "api/make-debate-private",
];
const SOCKET_TESTS = [
  "api/role-matrix",
  "api/visitor-room",
  "api/sockets",
  "api/admin-sockets",
  "api/votes",
];
const TURN_REQUEST_TESTS = ["api/turns", "api/turn-queue", "event-contracts/api-effects"];

/**
 * The tests to run for each source. A file without an entry has the tests of the nearest folder
 * with an entry. Tests that start built processes are left out, because a build does not contain
 * the mutant.
 */
const SOURCE_TESTS: readonly SourceTests[] = [
  {
    sources: "run-in-batches",
    tests: ["api/run-in-batches", "api/reactions"],
  },
  {
    sources: "notify-verdict",
    tests: ["worker/job-preload", "email/notifications", ...TURN_TESTS],
  },
  {
    sources: "collect-user-data render-debates export-data get-export-state",
    tests: [
      "worker/job-preload",
      "email/data-export",
      "event-contracts/api-effects",
      "event-contracts/worker-effects",
      "worker/lease-fencing",
      "worker/lease-lost",
    ],
  },
  {
    sources:
      "delete-account set-credits set-role lock-account list-users list-all-debates list-audit-log",
    tests: [
      "api/admin-accounts",
      "api/moderation",
      "email/data-export",
      "api/admin-lists",
      "event-contracts/api-effects",
      "api/admin-sockets",
      "api/role-matrix",
      "email/accounts",
    ],
  },
  {
    sources: "change-role end-sessions audit-log",
    tests: [
      "api/admin-accounts",
      "api/admin-lists",
      "api/admin-sockets",
      "event-contracts/api-effects",
    ],
  },
  {
    sources: "audit-turn-action retry-verdict retry-judging",
    tests: [
      "api/admin-lists",
      "audio/requested-recordings",
      "event-contracts/api-effects",
      "api/role-matrix",
      "api/spending",
    ],
  },
  {
    sources: "set-suspension",
    tests: [
      "api/moderation",
      "api/auto-play",
      "email/accounts",
      "event-contracts/api-effects",
      "api/role-matrix",
    ],
  },
  {
    sources: "report-debate decide-review list-reviews enqueue-moderation",
    tests: [
      "api/moderation",
      "event-contracts/api-effects",
      "api/role-matrix",
      "worker/spending-limit",
    ],
  },
  {
    sources: "apply-moderation assert-topic-allowed load-moderated-text",
    tests: ["worker/moderation", ...TURN_TESTS],
  },
  {
    sources: "find-user register known-devices",
    tests: [
      "api/usernames",
      "email/sign-in-methods",
      "api/accounts",
      "email/accounts",
      "api/throttles",
      "api/moderation",
      "event-contracts/api-effects",
    ],
  },
  {
    sources:
      "api/commands/links/ end-all-sessions confirm-password change-password change-email enqueue-email send-email load-email",
    tests: [
      "worker/unconfigured-providers",
      "worker/released-email",
      "email/accounts",
      "email/recovery",
      "email/notifications",
      "event-contracts/api-effects",
      "worker/lease-fencing",
      "api/role-matrix",
    ],
  },
  { sources: "username-rules", tests: ["api/usernames"] },
  {
    sources: "end-sessions-except",
    tests: ["api/accounts", "email/sign-in-methods", "email/recovery", "email/accounts"],
  },
  { sources: "email-preferences", tests: ["email/notifications", "event-contracts/api-effects"] },
  {
    sources: "connected-users",
    tests: ["infra/process-records", "email/notifications", "email/data-export"],
  },
  {
    sources: "retry-export retry-email get-operations count-jobs worker-registry job-gauges",
    tests: [
      "infra/process-records",
      "infra/job-lease",
      "api/operations",
      "infra/monitoring",
      "event-contracts/api-effects",
      "api/role-matrix",
    ],
  },
  { sources: "get-clip", tests: ["api/sharing", "audio/episodes-and-clips", "api/role-matrix"] },
  { sources: "list-spoken-debates", tests: ["api/lists", "audio/live-speech", "api/moderation"] },
  {
    sources: "get-user",
    tests: ["api/accounts", "email/sign-in-methods", "event-contracts/api-effects"],
  },
  { sources: "assert-migrated", tests: ["infra/schema", "api/outage"] },
  {
    sources: "enqueue",
    tests: ["infra/queue", "event-contracts/worker-effects"],
  },
  {
    sources: "confirm-identity",
    tests: ["email/sign-in-methods", "email/accounts", "api/admin-accounts", "api/role-matrix"],
  },
  {
    sources: "api/commands/sign-in-methods/ list-sign-in-methods second-factor",
    tests: [
      "email/sign-in-methods",
      "email/recovery",
      "event-contracts/api-effects",
      "api/role-matrix",
    ],
  },
  {
    sources:
      "session session-store end-own-sessions get-account list-security-events security-events",
    tests: [
      "api/session-store",
      "api/accounts",
      "email/accounts",
      "api/admin-accounts",
      "api/moderation",
      "event-contracts/api-effects",
    ],
  },
  {
    sources: "cast-ballot record-final-stance record-seen-turn ballot-rules get-swing",
    tests: ["api/ballots", "api/moderation", "event-contracts/api-effects"],
  },
  {
    sources: "appeal-verdict decide-appeal get-appeals list-appeals",
    tests: ["api/appeals", "event-contracts/api-effects", "api/role-matrix"],
  },
  {
    sources: "cast-vote recount-votes set-reaction",
    tests: ["api/votes", "event-contracts/api-effects", "api/admin-accounts"],
  },
  {
    sources:
      "find-debates get-debate list-debate-page search-debates list-live-debates listed-debate-presenter",
    tests: [
      "api/lists",
      "api/search-languages",
      "api/debates",
      "api/votes",
      "api/pages",
      "api/moderation",
    ],
  },
  {
    sources: "create-rematch",
    tests: ["api/rematch", "api/blind-debates", "event-contracts/api-effects"],
  },
  { sources: "synthesize-script", tests: ["audio/rulings", "audio/announcements", ...AUDIO_TESTS] },
  { sources: "draw-sides", tests: ["api/blind-debates"] },
  {
    sources: "idempotency create-debate delete-debate lock-debate",
    tests: [
      "api/debates",
      "api/votes",
      "event-contracts/api-effects",
      "api/turns",
      "api/admin-lists",
      "api/credits",
      "api/spending",
    ],
  },
  {
    sources: "live-debate-sql",
    tests: ["infra/live-rule", "infra/broadcast", "worker/publish-live-sentence", "api/lists"],
  },
  { sources: "require-budget get-spending", tests: ["api/spending"] },
  {
    sources: "set-auto-play update-debate auto-play",
    tests: [
      "api/auto-play",
      "event-contracts/api-effects",
      "event-contracts/worker-effects",
      "worker/auto-play",
      "worker/lease-fencing",
      "worker/lease-lost",
      "api/spending",
    ],
  },
  {
    sources: "list-turns request-turn reopen-turn add-turn",
    tests: [
      ...TURN_REQUEST_TESTS,
      "api/debates",
      "api/pages",
      "worker/failures",
      "api/moderation",
      "worker/paid-requests",
      "api/spending",
    ],
  },
  {
    sources:
      "purchase-credits capture-purchase require-paypal change-own-purchase purchase-reconciler record-purchase-event find-purchase raise-purchase-alert",
    tests: ["infra/process-records", ...PURCHASE_TESTS, "api/role-matrix"],
  },
  { sources: "list-transactions", tests: ["api/lists", "api/credits"] },
  {
    sources: "finish-recording",
    tests: [
      "worker/end-recording",
      "worker/lease-lost",
      "event-contracts/worker-effects",
      ...AUDIO_TESTS,
    ],
  },
  {
    sources: "load-debate load-recording",
    tests: ["worker/job-preload", "worker/moderation", ...TURN_TESTS],
  },
  { sources: "reconciler", tests: ["worker/reconcile", ...TURN_TESTS] },
  {
    sources: "start-model-check get-model-check",
    tests: ["api/model-check", "event-contracts/api-effects"],
  },
  {
    sources: "start-judge-audit get-judge-audits",
    tests: ["api/judge-audits", "event-contracts/api-effects"],
  },
  { sources: "cleanup expired-rows", tests: ["worker/cleanup"] },
  {
    sources:
      "get-debate-audio get-turn-sentences list-episodes regenerate-turn-audio enqueue-debate-recordings enqueue-recordings",
    tests: [...AUDIO_TESTS, "api/admin-lists", "api/moderation", "api/spending"],
  },
  {
    sources: "ensure-recording download-episode",
    tests: [
      "audio/ensure-recording",
      "audio/language-without-voice",
      ...AUDIO_TESTS,
      "api/spending",
    ],
  },
  { sources: "recording-cache", tests: ["audio/recording-bytes", ...AUDIO_TESTS] },
  { sources: "api/audio/", tests: [...AUDIO_TESTS, "api/moderation"] },
  {
    sources: "worker/speech/",
    tests: [
      "worker/speak-sentences",
      "worker/transcode-to-common-format",
      "worker/publish-live-sentence",
      "audio/late-sentences",
      "audio/unsayable-sentences",
      "audio/rate-limited-voice",
      "audio/live-speech",
      ...AUDIO_TESTS,
    ],
  },
  {
    sources: "api/audio/live-stream/ infra/audio/ live-listeners enqueue-announcements",
    tests: [
      "infra/process-records",
      "worker/lease-lost",
      "api/live-stream-options",
      "api/live-stream-channel",
      "audio/live-stream-audio",
      "audio/announcements",
      "api/live-stream-listener",
      "api/live-stream-listener-groups",
      "audio/live-speech",
      "audio/live-stream",
    ],
  },
  {
    sources: "api/pages/",
    tests: ["api/sharing", "api/pages", "api/moderation"],
  },
  {
    sources: "clip-cache reject-when-queue-full",
    tests: ["api/reject-when-queue-full", ...AUDIO_TESTS],
  },
  { sources: "send-media", tests: ["audio/send-media", ...AUDIO_TESTS] },
  {
    sources: "errors read-body",
    tests: [
      "api/log-errors",
      "api/bad-requests",
      "api/webhooks",
      "api/outage",
      "audio/stored-recordings",
    ],
  },
  {
    sources: "serve-route session",
    tests: [
      "api/headers",
      "api/streaming-text-cache",
      "api/accounts",
      "api/admin-sockets",
      "api/turns",
      "email/sign-in-methods",
      "email/accounts",
      "api/admin-accounts",
      "audio/listen",
      "audio/live-stream",
      "api/webhooks",
      "api/role-matrix",
    ],
  },
  {
    sources: "api/http/",
    tests: [
      "api/http-server",
      "api/client-address",
      "api/log-requests",
      "api/authorization-log",
      "api/headers",
      "api/batched-rate-limiter",
      "api/throttles",
      "api/pages",
      "email/accounts",
    ],
  },
  {
    sources: "authorization-log join-debate",
    tests: ["api/authorization-log", ...SOCKET_TESTS, "api/make-debate-private"],
  },
  { sources: "token-bucket", tests: ["api/token-bucket"] },
  { sources: "streaming-text-cache", tests: ["api/streaming-text-cache"] },
  {
    sources: "disconnect-expired-listeners record-presence",
    tests: ["api/idle-sockets", "api/end-live-streams", "api/resync", "email/notifications"],
  },
  {
    sources: "log-socket-counts watcher-counts api/realtime/audience/audience",
    tests: ["api/idle-sockets", "api/reactions", ...SOCKET_TESTS, "api/resync"],
  },
  { sources: "coalesce-deltas", tests: ["api/coalesce-deltas", "api/visitor-room"] },
  { sources: "visible-debates", tests: ["api/visible-debates", ...SOCKET_TESTS] },
  {
    sources: "login assert-sign-in-allowed require-strong-password",
    tests: [
      "api/moderation",
      "api/throttles",
      "api/accounts",
      "email/sign-in-methods",
      "email/accounts",
    ],
  },
  {
    sources: "require-email-config retry-email",
    tests: ["api/operations", "email/notifications", "api/role-matrix"],
  },
  { sources: "receive-webhook", tests: ["api/webhooks", ...PURCHASE_TESTS, "api/throttles"] },
  {
    sources: "generate-turn",
    tests: [
      "worker/first-words-trace",
      "worker/reply-end",
      "worker/moderation",
      "worker/usage",
      ...TURN_TESTS,
    ],
  },
  {
    sources: "synthesize-speech voice-service",
    tests: [
      "worker/voice-service",
      "worker/transport",
      "worker/unconfigured-providers",
      "worker/failures",
      "audio/announcements",
      "worker/lease-fencing",
      ...AUDIO_TESTS,
      "audio/episodes-and-clips",
    ],
  },
  {
    sources: "timeout-client database-errors runtime-role sql",
    tests: [
      "infra/sql",
      "infra/closing-on-timeout-client",
      "infra/outage",
      "infra/runtime-role",
      "infra/schema",
      "api/outage",
      "api/accounts",
    ],
  },
  {
    sources: "api/realtime/ start-api",
    tests: [
      "api/socket-helpers",
      "api/limit-sockets",
      "api/peer-counts",
      ...SOCKET_TESTS,
      "api/resync",
      "api/outage",
    ],
  },
  {
    sources:
      "api/realtime/resync/provider-health start-resync audio-job-resync debate-resync live-debate-resync account-resync operations-resync list-debate-snapshots list-signed-in-users list-audio-jobs",
    tests: [
      "api/idle-sockets",
      "api/resync-accounts",
      "api/debate-resync",
      "api/resync-audio-jobs",
      "api/resync",
    ],
  },
  {
    sources: "infra/realtime/",
    tests: [
      "worker/first-words-trace",
      "event-contracts/api-effects",
      "event-contracts/worker-effects",
      "worker/moderation",
      ...SOCKET_TESTS,
    ],
  },
  { sources: "infra/backend/", tests: ["infra/publishing", "infra/queue", "api/outage"] },
  { sources: "migrate", tests: ["infra/schema"] },
  { sources: "verify-ledger", tests: ["infra/verify-ledger", "infra/ledger"] },
  {
    sources: "infra/presenters/",
    tests: [
      "api/turns",
      "api/admin-lists",
      "audio/recording-repair",
      "audio/listen",
      "api/moderation",
    ],
  },
  {
    sources: "claim-job provider-slots circuit-breaker provider-health provider-monitor job-tables",
    tests: [
      "infra/provider-slots",
      "worker/watch-providers",
      "infra/job-lease",
      "worker/providers",
      ...TURN_TESTS,
    ],
  },
  {
    sources: "job-lease usage row-locks",
    tests: [
      "infra/job-lease",
      "infra/locks",
      "infra/provider-slots",
      "worker/usage",
      ...TURN_TESTS,
    ],
  },
  { sources: "transaction", tests: ["infra/transaction", ...TURN_TESTS] },
  {
    sources: "run-job",
    tests: [
      "worker/run-job",
      "worker/failures",
      "worker/repeated-failures",
      "event-contracts/worker-effects",
      "worker/providers",
      "worker/spending-limit",
    ],
  },
  { sources: "lease-table", tests: ["worker/lease-table"] },
  { sources: "worker/jobs/audit-judge/", tests: ["worker/audit-judge", "api/judge-audits"] },
  { sources: "enqueue-verdict", tests: ["worker/enqueue-verdict", ...TURN_TESTS] },
  {
    sources: "settle-panel store-vote open-panel",
    tests: ["worker/panel-of-judges", ...TURN_TESTS],
  },
  { sources: "worker/runtime/heartbeat/", tests: ["worker/heartbeat", ...TURN_TESTS] },
  { sources: "health-server", tests: ["worker/health-server", "infra/monitoring"] },
  {
    sources: "worker/runtime/warm-up-queries require-model",
    tests: ["worker/unconfigured-providers", "infra/warm-up-queries", ...TURN_TESTS],
  },
  { sources: "start-live-tts", tests: ["worker/start-live-tts", ...TURN_TESTS, ...AUDIO_TESTS] },
  {
    sources: "worker/",
    tests: [...TURN_TESTS, "audio/recording-repair"],
  },
  {
    sources: "infra/",
    tests: ["infra/queue", ...TURN_TESTS, ...AUDIO_TESTS, ...PURCHASE_TESTS],
  },
  {
    sources: "api/",
    tests: [
      "api/debates",
      "api/votes",
      "api/lists",
      ...TURN_REQUEST_TESTS,
      "api/accounts",
      "api/admin-accounts",
      "api/admin-lists",
      "api/credits",
      ...SOCKET_TESTS,
      ...AUDIO_TESTS,
    ],
  },
];

/** Score of a matching file name. It is higher than the length of any folder's path. */
const EXACT_NAME_SCORE = 1000;

/**
 * Scores how well a name matches a source: highest for its path, then for its file name, then the
 * length of a folder's path. 0 if it does not match.
 */
const matchScore = (name: string, source: string): number => {
  if (`${name}.ts` === source) return Infinity;
  if (name === path.basename(source, ".ts")) return EXACT_NAME_SCORE;
  return name.endsWith("/") && source.startsWith(name) ? name.length : 0;
};

const TESTS_BY_SOURCE = SOURCE_TESTS.flatMap(({ sources, tests }) =>
  sources.split(/\s+/).map((name) => ({ name, tests })),
);

/** Sources that only read data. The test for tenant isolation checks their responses. */
const READ_ONLY_SOURCES = /^(?:api\/queries|api\/audio|infra\/presenters)\//;

/** Returns the names in the entries above that match none of these sources. */
export const findUnusedSourceNames = (sources: readonly string[]): string[] =>
  TESTS_BY_SOURCE.map(({ name }) => name).filter(
    (name) => !sources.some((source) => matchScore(name, source) > 0),
  );

/** Returns the test files for a source. Throws if there are none. */
export const selectTests = (source: string): string[] => {
  const [nearest] = TESTS_BY_SOURCE.filter(({ name }) => matchScore(name, source) > 0).toSorted(
    (a, b) => matchScore(b.name, source) - matchScore(a.name, source),
  );
  if (!nearest)
    throw new Error(`${source} has no tests in tests/mutation/guards/test-selection.ts.`);
  const tests = READ_ONLY_SOURCES.test(source)
    ? ["api/tenant-isolation", ...nearest.tests]
    : nearest.tests;
  return [...new Set(tests)].map((name) => `tests/${name}.test.ts`);
};
