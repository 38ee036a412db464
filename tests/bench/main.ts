import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import startServices from "../setup/start-services.ts";
import stopServices from "../setup/stop-services.ts";
import { benchAdminLists } from "./http/admin-lists.ts";
import { benchRecordingReady } from "./audio/recording-ready.ts";
import { benchCachedRecordings } from "./audio/cached-recordings.ts";
import { benchCreateDebate } from "./http/create-debate.ts";
import { benchKilledApi } from "./turns/killed-api.ts";
import { benchStart } from "./http/light-start.ts";
import { benchLeaderboard } from "./http/leaderboard.ts";
import { benchLiveStream } from "./audio/live-stream.ts";
import { benchRollingRestart } from "./turns/rolling-restart.ts";
import { benchSearchDebates } from "./http/search-debates.ts";
import { benchSearchFlood } from "./http/search-flood.ts";
import { benchThreeHundredLive, benchTwentyAtOnce } from "./turns/live-turns.ts";
import { benchModeratedTurns } from "./turns/moderated-turns.ts";
import { benchNewcomer } from "./turns/newcomer.ts";
import { benchNewcomerRecording } from "./audio/newcomer-recording.ts";
import { benchHumanPace } from "./turns/human-pace.ts";
import { benchReadDebate } from "./http/read-debate.ts";
import { benchReactions } from "./turns/reactions.ts";
import { areWithinBudget, type BenchRow, cells, TABLE_HEAD, renderRow } from "./support/table.ts";
import { benchTracedJobs, benchTurnJobs } from "./turns/turn-jobs.ts";
import { benchUnderAttack } from "./turns/under-attack.ts";
import { benchWatcherCrowd, benchWatchers } from "./turns/watchers.ts";

/** Returns the flags of Node that the Docker image sets. */
const readImageFlags = (): string => {
  const [, flags] =
    /^ENV NODE_OPTIONS=(.+)$/m.exec(readFileSync("infra/deploy/docker/Dockerfile", "utf8")) ?? [];
  if (flags === undefined) throw new Error("The Dockerfile does not set NODE_OPTIONS.");
  return flags;
};

/** All benches by the name in `npm run bench -- <name>`. */
const BENCHES: Record<string, () => Promise<BenchRow[]>> = {
  "person-pace-redis": () => benchHumanPace("redis"),
  "person-pace-postgres": () => benchHumanPace("postgres"),
  "twenty-at-once-redis": () => benchTwentyAtOnce("redis"),
  "twenty-at-once-postgres": () => benchTwentyAtOnce("postgres"),
  "three-hundred-live-redis": () => benchThreeHundredLive("redis"),
  "three-hundred-live-postgres": () => benchThreeHundredLive("postgres"),
  "watchers-redis": () => benchWatchers("redis"),
  "watchers-postgres": () => benchWatchers("postgres"),
  "crowd-redis": () => benchWatcherCrowd("redis"),
  "crowd-postgres": () => benchWatcherCrowd("postgres"),
  "reactions-redis": () => benchReactions("redis"),
  "reactions-postgres": () => benchReactions("postgres"),
  "newcomer-redis": () => benchNewcomer("redis"),
  "newcomer-postgres": () => benchNewcomer("postgres"),
  "newcomer-recording-redis": () => benchNewcomerRecording("redis"),
  "newcomer-recording-postgres": () => benchNewcomerRecording("postgres"),
  "rolling-restart-redis": () => benchRollingRestart("redis"),
  "rolling-restart-postgres": () => benchRollingRestart("postgres"),
  "killed-api-redis": () => benchKilledApi("redis"),
  "killed-api-postgres": () => benchKilledApi("postgres"),
  "read-debate": benchReadDebate,
  "create-debate": benchCreateDebate,
  "under-attack-redis": () => benchUnderAttack("redis"),
  "under-attack-postgres": () => benchUnderAttack("postgres"),
  "moderated-turns-redis": () => benchModeratedTurns("redis"),
  "moderated-turns-postgres": () => benchModeratedTurns("postgres"),
  "turn-jobs-redis": () => benchTurnJobs("redis"),
  "turn-jobs-postgres": () => benchTurnJobs("postgres"),
  "traced-jobs-redis": () => benchTracedJobs("redis"),
  "traced-jobs-postgres": () => benchTracedJobs("postgres"),
  "light-start": benchStart,
  "cached-audio": benchCachedRecordings,
  "audio-ready": benchRecordingReady,
  "live-radio": benchLiveStream,
  "admin-lists": benchAdminLists,
  leaderboard: benchLeaderboard,
  "search-debates": benchSearchDebates,
  "search-flood-redis": () => benchSearchFlood("redis"),
  "search-flood-postgres": () => benchSearchFlood("postgres"),
};

const selectBenches = (names: string[]): string[] => {
  const unknown = names.find((name) => !Object.hasOwn(BENCHES, name));
  if (unknown === undefined) return names.length > 0 ? names : Object.keys(BENCHES);
  throw new Error(`There is no bench "${unknown}". Benches: ${Object.keys(BENCHES).join(", ")}.`);
};

/** File with the results. `npm run docs` generates `docs/performance.md` from it. */
const RESULTS = "tests/bench/results.json";

const saveResults = (bench: string, rows: readonly BenchRow[]): void => {
  const results = JSON.parse(readFileSync(RESULTS, "utf8")) as Record<string, unknown>;
  const measured = new Date().toISOString().slice(0, 10);
  results[bench] = { measured, rows: rows.map(cells) };
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 1)}\n`);
};

/**
 * Runs the benches and prints their results. Returns whether all results are within their budgets.
 */
const run = async (names: string[], isSaved: boolean): Promise<boolean> => {
  const withinBudget: boolean[] = [];
  process.env["TEST_SERVER_FLAGS"] = readImageFlags();
  await startServices();
  try {
    process.stdout.write(`${TABLE_HEAD}\n`);
    for (const name of names) {
      const rows = (await BENCHES[name]?.()) ?? [];
      for (const row of rows) process.stdout.write(`${renderRow(row)}\n`);
      if (isSaved) saveResults(name, rows);
      withinBudget.push(areWithinBudget(rows));
    }
  } finally {
    await stopServices();
  }
  return withinBudget.every(Boolean);
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { save: { type: "boolean", default: false } },
});

process.exitCode = (await run(selectBenches(positionals), values.save)) ? 0 : 1;
