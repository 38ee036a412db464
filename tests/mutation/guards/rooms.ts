import path from "node:path";

interface Room {
  /** Files by name, wherever they are, and folders by path. */
  sources: string;
  /** Files of tests, the quickest first, below `tests` and without `.test.ts`. */
  tests: readonly string[];
}

const PURCHASES = [
  "infra/purchase-rows",
  "infra/settle-purchase",
  "infra/paypal",
  "api/credits",
  "api/webhooks",
  "worker/reconcile-purchases",
  "announcements/api",
];
const SPEAKING = [
  "announcements/workers",
  "worker/pipeline",
  "worker/fence",
  "worker/failures",
  "worker/recovery",
  "worker/providers",
];
const VOICE = [
  "audio/stored-recordings",
  "audio/asked-recordings",
  "audio/repair",
  "audio/listen",
  "audio/programme",
  "audio/failing-voice",
  "audio/live-speech",
  "audio/radio",
  "api/made-private",
];
const HEARING = [
  "api/role-matrix",
  "api/visitor-room",
  "api/sockets",
  "api/admin-sockets",
  "api/votes",
];
const TURNS = ["api/turns", "api/turn-queue", "announcements/api"];

/**
 * Which tests watch which sources. A file that is not named is in the room of its folder, the nearest
 * that has one. Tests that start built processes are left out: those know nothing of a mutant.
 */
const ROOMS: readonly Room[] = [
  {
    sources: "tell-of-verdict",
    tests: ["worker/loaded-work", "mail/notifications", ...SPEAKING],
  },
  {
    sources: "collect-facts write-debates export-data export-state",
    tests: [
      "worker/loaded-work",
      "mail/my-data",
      "announcements/api",
      "announcements/workers",
      "worker/fence",
    ],
  },
  {
    sources: "delete-user set-credits set-role lock-account list-users list-all-debates list-acts",
    tests: [
      "api/admin-accounts",
      "mail/my-data",
      "api/admin-lists",
      "announcements/api",
      "api/admin-sockets",
      "api/role-matrix",
      "mail/accounts",
    ],
  },
  {
    sources: "change-role end-sessions record-act",
    tests: ["api/admin-accounts", "api/admin-lists", "api/admin-sockets", "announcements/api"],
  },
  {
    sources: "record-turn-act retry-verdict",
    tests: ["api/admin-lists", "audio/asked-recordings", "announcements/api", "api/role-matrix"],
  },
  {
    sources: "set-suspension",
    tests: [
      "api/moderation",
      "api/auto-play",
      "mail/accounts",
      "announcements/api",
      "api/role-matrix",
    ],
  },
  {
    sources: "report-debate decide-review list-reviews ask-for-moderation",
    tests: ["api/moderation", "announcements/api", "api/role-matrix"],
  },
  {
    sources: "settle-moderation require-topic load-moderated-text",
    tests: ["worker/moderation", ...SPEAKING],
  },
  {
    sources: "find-user register note-device",
    tests: [
      "mail/sign-in-methods",
      "api/accounts",
      "mail/accounts",
      "api/throttles",
      "api/moderation",
      "announcements/api",
    ],
  },
  {
    sources: `api/commands/links/ end-all-sessions confirm-password change-password change-email ask-for-mail send-mail load-mail`,
    tests: [
      "mail/accounts",
      "mail/notifications",
      "announcements/api",
      "worker/fence",
      "api/role-matrix",
    ],
  },
  { sources: "choose-mails", tests: ["mail/notifications", "announcements/api"] },
  {
    sources: "connected-users",
    tests: ["infra/clearing-away", "mail/notifications", "mail/my-data"],
  },
  {
    sources: `retry-export retry-mail retry-judging get-operations repeat-operations work-failures count-work workers work-measures`,
    tests: [
      "infra/clearing-away",
      "infra/work",
      "api/operations",
      "infra/monitoring",
      "announcements/api",
      "api/role-matrix",
    ],
  },
  { sources: "get-moment", tests: ["api/sharing", "audio/programme", "api/role-matrix"] },
  { sources: "list-spoken-debates", tests: ["api/lists", "audio/live-speech", "api/moderation"] },
  { sources: "get-user", tests: ["api/accounts", "mail/sign-in-methods", "announcements/api"] },
  { sources: "require-migrated", tests: ["infra/schema", "api/outage"] },
  {
    sources: "enqueue",
    tests: ["infra/queue", "announcements/workers"],
  },
  {
    sources: "api/commands/sign-in-methods/ list-sign-in-methods second-factor",
    tests: ["mail/sign-in-methods", "announcements/api", "api/role-matrix"],
  },
  {
    sources:
      "session session-store end-own-sessions get-account list-security-events note-security-event",
    tests: [
      "api/accounts",
      "mail/accounts",
      "api/admin-accounts",
      "api/moderation",
      "announcements/api",
    ],
  },
  {
    sources: "cast-vote recount-votes set-reaction",
    tests: ["api/votes", "announcements/api", "api/admin-accounts"],
  },
  {
    sources: `find-debates get-debate debate-pages search-debates list-live-debates listed-debate`,
    tests: ["api/lists", "api/debates", "api/votes", "api/pages", "api/moderation"],
  },
  {
    sources: "answer-once create-debate delete-debate lock-debate",
    tests: [
      "api/debates",
      "api/votes",
      "announcements/api",
      "api/turns",
      "api/admin-lists",
      "api/credits",
      "api/spending",
    ],
  },
  {
    sources: "live-rule",
    tests: ["infra/live-rule", "infra/broadcast", "worker/put-on-air", "api/lists"],
  },
  { sources: "require-budget get-spending", tests: ["api/spending"] },
  {
    sources: "set-auto-play change-debate auto-play",
    tests: [
      "api/auto-play",
      "announcements/api",
      "announcements/workers",
      "worker/auto-play",
      "worker/fence",
    ],
  },
  {
    sources: "list-turns request-turn reopen-turn add-turn",
    tests: [
      ...TURNS,
      "api/debates",
      "api/pages",
      "worker/failures",
      "api/moderation",
      "worker/paid-requests",
    ],
  },
  {
    sources: `purchase-credits cancel-purchase reconcile-purchases book-outcome find-purchase take-credits-back alert-operator`,
    tests: ["infra/clearing-away", ...PURCHASES, "api/role-matrix"],
  },
  { sources: "list-transactions", tests: ["api/lists", "api/credits"] },
  {
    sources: "end-recording",
    tests: ["worker/end-recording", "announcements/workers", ...VOICE],
  },
  {
    sources: "load-debate load-recording",
    tests: ["worker/loaded-work", "worker/moderation", ...SPEAKING],
  },
  { sources: "reconcile forget-answers", tests: ["worker/reconcile", ...SPEAKING] },
  {
    sources: `get-debate-audio get-turn-sentences list-episodes regenerate-turn-audio voice-debate ask-for-recordings`,
    tests: [...VOICE, "audio/live-speech", "api/admin-lists", "api/moderation"],
  },
  { sources: "api/audio/", tests: [...VOICE, "api/moderation"] },
  {
    sources: "worker/speech/",
    tests: [
      "worker/speak-sentences",
      "worker/put-on-air",
      "audio/late-parts",
      "audio/live-speech",
      ...VOICE,
    ],
  },
  {
    sources: "api/radio/ infra/radio/ listeners listened-debate ask-for-notices speak-notice",
    tests: [
      "infra/clearing-away",
      "api/radio-tuning",
      "api/radio-channel",
      "audio/sounds",
      "audio/notices",
      "api/radio-listener",
      "api/radio-seats",
      "audio/live-speech",
      "audio/radio",
    ],
  },
  { sources: "api/pages/", tests: ["api/sharing", "api/pages", "api/moderation"] },
  { sources: "moment-sounds refuse-crowd", tests: ["api/refuse-crowd", ...VOICE] },
  { sources: "send-media", tests: ["audio/send-media", ...VOICE] },
  {
    sources: "errors read-body",
    tests: ["api/bad-requests", "api/webhooks", "api/outage", "audio/stored-recordings"],
  },
  {
    sources: "serve session",
    tests: [
      "api/headers",
      "api/recent-words",
      "api/accounts",
      "api/admin-sockets",
      "api/turns",
      "mail/sign-in-methods",
      "mail/accounts",
      "api/admin-accounts",
      "audio/listen",
      "audio/radio",
      "api/webhooks",
      "api/role-matrix",
    ],
  },
  {
    sources: "api/http/",
    tests: [
      "api/address",
      "api/log-requests",
      "api/authorization-log",
      "api/headers",
      "api/count-later",
      "api/throttles",
      "api/pages",
      "mail/accounts",
    ],
  },
  {
    sources: "authorization-log join-debate",
    tests: ["api/authorization-log", ...HEARING, "api/made-private"],
  },
  { sources: "recent-words", tests: ["api/recent-words"] },
  {
    sources: "end-listening note-connected",
    tests: ["api/end-listening", "api/repeat-rows", "mail/notifications"],
  },
  { sources: "pace-deltas", tests: ["api/visitor-room"] },
  { sources: "visible-debates", tests: ["api/visible-debates", ...HEARING] },
  {
    sources: "login admit password-quality",
    tests: [
      "api/moderation",
      "api/throttles",
      "api/accounts",
      "mail/sign-in-methods",
      "mail/accounts",
    ],
  },
  {
    sources: "require-mail retry-mail",
    tests: ["api/operations", "mail/notifications", "api/role-matrix"],
  },
  { sources: "receive-webhook", tests: ["api/webhooks", ...PURCHASES, "api/throttles"] },
  {
    sources: "generate-turn",
    tests: ["worker/reply-end", "worker/moderation", "worker/usage", ...SPEAKING],
  },
  {
    sources: "synthesize-speech voice-service",
    tests: [
      "worker/voice-service",
      "worker/failures",
      "audio/notices",
      "worker/fence",
      ...VOICE,
      "audio/programme",
    ],
  },
  {
    sources: "closing-on-timeout-client outage runtime-role sql",
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
  { sources: "api/realtime/ start-api", tests: [...HEARING, "api/repeat-rows", "api/outage"] },
  {
    sources: `api/realtime/provider-health repeat-rows repeat-audio-jobs repeat-standings repeat-live-debates repeat-accounts repeat-operations list-standings list-signed-in list-audio-jobs`,
    tests: ["api/repeat-rows", "api/repeat-audio-jobs"],
  },
  {
    sources: "infra/realtime/",
    tests: ["announcements/api", "announcements/workers", "worker/moderation", ...HEARING],
  },
  { sources: "infra/backend/", tests: ["infra/publishing", "infra/queue", "api/outage"] },
  { sources: "migrate", tests: ["infra/schema"] },
  { sources: "verify-ledger", tests: ["infra/verify-ledger", "infra/ledger"] },
  {
    sources: "infra/views/",
    tests: ["api/turns", "api/admin-lists", "audio/repair", "audio/listen", "api/moderation"],
  },
  {
    sources: "claim-work provider-places provider-health watch-providers work-columns",
    tests: [
      "infra/provider-places",
      "worker/watch-providers",
      "infra/work",
      "worker/providers",
      ...SPEAKING,
    ],
  },
  {
    sources: "work usage locks",
    tests: ["infra/work", "infra/locks", "infra/provider-places", "worker/usage", ...SPEAKING],
  },
  { sources: "transaction", tests: ["infra/transaction", ...SPEAKING] },
  {
    sources: "run-work",
    tests: ["worker/run-work", "worker/failures", "announcements/workers", "worker/providers"],
  },
  { sources: "worker/", tests: [...SPEAKING, "audio/repair"] },
  { sources: "infra/", tests: ["infra/queue", ...SPEAKING, ...VOICE, ...PURCHASES] },
  {
    sources: "api/",
    tests: [
      "api/debates",
      "api/votes",
      "api/lists",
      ...TURNS,
      "api/accounts",
      "api/admin-accounts",
      "api/admin-lists",
      "api/credits",
      ...HEARING,
      ...VOICE,
    ],
  },
];

/** More than any folder has letters. */
const OWN_NAME = 1000;

/** How closely a room's name is a source's: by its own, or by how much of its folder; 0 by nothing. */
const closeness = (name: string, source: string): number => {
  if (`${name}.ts` === source) return Infinity;
  if (name === path.basename(source, ".ts")) return OWN_NAME;
  return name.endsWith("/") && source.startsWith(name) ? name.length : 0;
};

const NAMED = ROOMS.flatMap(({ sources, tests }) =>
  sources.split(/\s+/).map((name) => ({ name, tests })),
);

/** What only asks: whose answers have nothing in them of anybody else. */
const READS = /^(?:api\/queries|api\/audio|infra\/views)\//;

/** Those by which no room has any of these sources. */
export const emptyNames = (sources: readonly string[]): string[] =>
  NAMED.map(({ name }) => name).filter(
    (name) => !sources.some((source) => closeness(name, source) > 0),
  );

/** The files of tests that watch a source. Throws where nothing does. */
export const testsOf = (source: string): string[] => {
  const [nearest] = NAMED.filter(({ name }) => closeness(name, source) > 0).toSorted(
    (a, b) => closeness(b.name, source) - closeness(a.name, source),
  );
  if (!nearest)
    throw new Error(`No tests watch ${source}: name them in tests/mutation/guards/rooms.ts.`);
  const tests = READS.test(source) ? ["api/among-others", ...nearest.tests] : nearest.tests;
  return [...new Set(tests)].map((name) => `tests/${name}.test.ts`);
};
