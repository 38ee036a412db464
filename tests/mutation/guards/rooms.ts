interface Room {
  /** Paths, or how they begin. */
  sources: readonly string[];
  /** The tests that watch them, without `tests/` and `.test.ts`. */
  tests: readonly string[];
}

const PURCHASES = ["api/credits", "api/webhooks", "worker/reconcile-purchases"];
const SPEAKING = ["worker/pipeline", "worker/failures", "worker/recovery"];
const VOICE = ["audio/repair", "audio/listen", "audio/programme", "audio/failing-voice"];
const HEARING = [
  "api/role-matrix",
  "api/visitor-room",
  "api/sockets",
  "api/admin-sockets",
  "api/votes",
];
const TURNS = ["api/turns", "api/turn-queue"];

/**
 * Which tests watch which sources, the quickest first. A source is in the room with the longest path that it begins
 * with; those at the end are for all that has none of its own. What starts built processes is left
 * out: those know nothing of a mutant.
 */
const ROOMS: readonly Room[] = [
  {
    sources: ["api/commands/admin/"],
    tests: ["api/admin-accounts", "api/admin-lists", "api/admin-sockets", "api/role-matrix"],
  },
  {
    sources: ["api/commands/admin/record-turn-act.ts", "api/commands/admin/retry-verdict.ts"],
    tests: ["api/admin-lists", "audio/repair", "api/role-matrix"],
  },
  {
    sources: ["infra/db/change-role.ts", "infra/db/end-sessions.ts", "infra/db/record-act.ts"],
    tests: ["api/admin-accounts", "api/admin-lists", "api/admin-sockets"],
  },
  {
    sources: ["api/commands/find-user.ts", "api/commands/login.ts", "api/commands/register.ts"],
    tests: ["api/accounts", "api/throttles"],
  },
  { sources: ["api/http/session"], tests: ["api/accounts", "api/admin-accounts"] },
  {
    sources: [
      "api/commands/cast-vote.ts",
      "api/commands/recount-votes.ts",
      "api/commands/set-reaction.ts",
    ],
    tests: ["api/votes", "api/sockets", "api/admin-accounts", "api/admin-sockets"],
  },
  {
    sources: ["api/commands/find-debates.ts", "api/commands/get-debate.ts"],
    tests: ["api/debates", "api/votes", "api/lists", "api/pages"],
  },
  {
    sources: ["api/commands/list-my-debates.ts", "api/commands/list-public-debates.ts"],
    tests: ["api/lists", "api/debates", "api/pages"],
  },
  {
    sources: [
      "api/commands/answer-once.ts",
      "api/commands/create-debate.ts",
      "api/commands/delete-debate.ts",
      "api/commands/lock-debate.ts",
    ],
    tests: [
      "api/debates",
      "api/votes",
      "api/sockets",
      "api/turns",
      "api/admin-lists",
      "api/credits",
    ],
  },
  {
    sources: [
      "api/commands/list-turns.ts",
      "api/commands/request-turn.ts",
      "api/commands/take-next-turn.ts",
    ],
    tests: [...TURNS, "api/debates", "api/pages", "worker/failures"],
  },
  {
    sources: [
      "api/commands/list-transactions.ts",
      "api/commands/purchase-credits.ts",
      "infra/payments/",
      "worker/reconcile-purchases.ts",
    ],
    tests: PURCHASES,
  },
  {
    sources: [
      "api/audio/",
      "api/commands/find-turn-audio.ts",
      "api/commands/get-debate-",
      "api/commands/get-turn-",
      "api/commands/list-episodes.ts",
      "api/commands/regenerate-turn-audio.ts",
      "api/commands/voice-",
      "infra/audio/",
      "infra/db/recordings.ts",
      "worker/jobs/load-recording.ts",
      "worker/jobs/settle-recording.ts",
      "worker/speech/",
    ],
    tests: [...VOICE, "api/admin-lists"],
  },
  { sources: ["api/pages/"], tests: ["api/sharing", "api/pages"] },
  { sources: ["api/realtime/", "api/start-api.ts"], tests: [...HEARING, "api/outage"] },
  { sources: ["infra/realtime/"], tests: [...HEARING, ...SPEAKING, ...VOICE] },
  { sources: ["infra/backend/"], tests: ["infra/adapter-pool", "infra/queue", "api/outage"] },
  { sources: ["infra/db/migrate.ts"], tests: ["infra/schema"] },
  { sources: ["infra/db/verify-ledger.ts"], tests: ["infra/ledger"] },
  {
    sources: ["infra/views/"],
    tests: ["api/turns", "api/admin-lists", "audio/repair", "audio/listen"],
  },
  {
    sources: ["api/"],
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
  {
    sources: ["infra/db/work.ts", "worker/"],
    tests: [...SPEAKING, "audio/repair"],
  },
  { sources: ["infra/"], tests: ["infra/queue", ...SPEAKING, ...VOICE, ...PURCHASES] },
];

/** The test files that watch a source, by path. Throws where nothing does. */
export const testsOf = (source: string): string[] => {
  const watched = ROOMS.flatMap(({ sources, tests }) =>
    sources.filter((path) => source.startsWith(path)).map((path) => ({ path, tests })),
  ).toSorted((a, b) => b.path.length - a.path.length);
  if (!watched[0])
    throw new Error(`No tests watch ${source}: name them in tests/mutation/guards/rooms.ts.`);
  return [...new Set(watched[0].tests)].map((name) => `tests/${name}.test.ts`);
};
