import { readFileSync } from "node:fs";
import startServices from "../services/start.ts";
import stopServices from "../services/stop.ts";
import { adminLists } from "./admin-lists.ts";
import { audioReady } from "./audio-ready.ts";
import { cachedAudio } from "./cached-audio.ts";
import { createDebate } from "./create-debate.ts";
import { killedApi } from "./killed-api.ts";
import { lightStart } from "./light-start.ts";
import { liveRadio } from "./live-radio.ts";
import { rollingRestart } from "./rolling-restart.ts";
import { searchDebates } from "./search-debates.ts";
import { searchFlood } from "./search-flood.ts";
import { threeHundredLive, twentyAtOnce } from "./live-turns.ts";
import { moderatedTurns } from "./moderated-turns.ts";
import { newcomer } from "./newcomer.ts";
import { newcomerRecording } from "./newcomer-recording.ts";
import { personPace } from "./person-pace.ts";
import { readDebate } from "./read-debate.ts";
import { areKept, type Row, TABLE_HEAD, tableLine } from "./table.ts";
import { tracedJobs, turnJobs } from "./turn-jobs.ts";
import { underAttack } from "./under-attack.ts";
import { crowd, watchers } from "./watchers.ts";

/** The options of node that the image gives to all its processes. */
const imageFlags = (): string => {
  const [, flags] =
    /^ENV NODE_OPTIONS=(.+)$/m.exec(readFileSync("infra/docker/Dockerfile", "utf8")) ?? [];
  if (flags === undefined) throw new Error("The image gives no options to node.");
  return flags;
};

/** Every bench by the name that `npm run bench -- <name>` takes. */
const BENCHES: Record<string, () => Promise<Row[]>> = {
  "person-pace-redis": () => personPace("redis"),
  "person-pace-postgres": () => personPace("postgres"),
  "twenty-at-once-redis": () => twentyAtOnce("redis"),
  "twenty-at-once-postgres": () => twentyAtOnce("postgres"),
  "three-hundred-live-redis": () => threeHundredLive("redis"),
  "three-hundred-live-postgres": () => threeHundredLive("postgres"),
  "watchers-redis": () => watchers("redis"),
  "watchers-postgres": () => watchers("postgres"),
  "crowd-redis": () => crowd("redis"),
  "crowd-postgres": () => crowd("postgres"),
  "newcomer-redis": () => newcomer("redis"),
  "newcomer-postgres": () => newcomer("postgres"),
  "newcomer-recording-redis": () => newcomerRecording("redis"),
  "newcomer-recording-postgres": () => newcomerRecording("postgres"),
  "rolling-restart-redis": () => rollingRestart("redis"),
  "rolling-restart-postgres": () => rollingRestart("postgres"),
  "killed-api-redis": () => killedApi("redis"),
  "killed-api-postgres": () => killedApi("postgres"),
  "read-debate": readDebate,
  "create-debate": createDebate,
  "under-attack-redis": () => underAttack("redis"),
  "under-attack-postgres": () => underAttack("postgres"),
  "moderated-turns-redis": () => moderatedTurns("redis"),
  "moderated-turns-postgres": () => moderatedTurns("postgres"),
  "turn-jobs-redis": () => turnJobs("redis"),
  "turn-jobs-postgres": () => turnJobs("postgres"),
  "traced-jobs-redis": () => tracedJobs("redis"),
  "traced-jobs-postgres": () => tracedJobs("postgres"),
  "light-start": lightStart,
  "cached-audio": cachedAudio,
  "audio-ready": audioReady,
  "live-radio": liveRadio,
  "admin-lists": adminLists,
  "search-debates": searchDebates,
  "search-flood-redis": () => searchFlood("redis"),
  "search-flood-postgres": () => searchFlood("postgres"),
};

const chosen = (names: string[]): string[] => {
  const unknown = names.find((name) => !Object.hasOwn(BENCHES, name));
  if (unknown === undefined) return names.length > 0 ? names : Object.keys(BENCHES);
  throw new Error(`There is no bench "${unknown}". Benches: ${Object.keys(BENCHES).join(", ")}.`);
};

/** Runs the benches that are named, or all, and prints what each finds. True when all budgets are kept. */
const run = async (names: string[]): Promise<boolean> => {
  const isKept: boolean[] = [];
  process.env["TEST_SERVER_FLAGS"] = imageFlags();
  await startServices();
  try {
    process.stdout.write(`${TABLE_HEAD}\n`);
    for (const name of names) {
      const rows = (await BENCHES[name]?.()) ?? [];
      for (const row of rows) process.stdout.write(`${tableLine(row)}\n`);
      isKept.push(areKept(rows));
    }
  } finally {
    await stopServices();
  }
  return isKept.every(Boolean);
};

process.exitCode = (await run(chosen(process.argv.slice(2)))) ? 0 : 1;
