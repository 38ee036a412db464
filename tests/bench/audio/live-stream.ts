import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { constants, setPriority } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getDurationMs, parseFrameAt, type Mp3, parseMp3 } from "#infra/audio/mp3.ts";
import { buildFakeVoiceVariables } from "#infra/dev/launcher/launch-plan.ts";
import { SentenceSplitter } from "#shared/domain/text/sentence-splitter.ts";
import {
  ApiClient,
  requestNextTurn,
  registerWith,
  createDebateWith,
} from "#tests/helpers/api-client.ts";
import type { TestBackend } from "#tests/harness.ts";
import {
  type TestStack,
  startTestProcess,
  startTestStack,
  type TestProcess,
} from "#tests/helpers/test-stack.ts";
import { watchDebate } from "#tests/helpers/debate-watcher.ts";
import { computeMedians, measureAlternately } from "../support/measure.ts";
import { runOnBackend } from "../support/run-on-backend.ts";
import { runSql } from "../support/run-sql.ts";
import { compareWithAllowed, type BenchRow } from "../support/table.ts";

const LISTENERS = 500;
const WINDOW_MS = 8000;
const ROUNDS = 5;
const DEBATES = 20;
/** Number of rounds in which all debates run at once. */
const CONCURRENT_ROUNDS = 3;
/** Maximum allowed values. There is no baseline to compare with. */
const ALLOWED_FIRST_SOUND_MS = 1500;
const ALLOWED_CLICK_MS = 2000;
const ALLOWED_LOOP_P99_MS = 50;
/** Number of bytes that a browser buffers before it plays. */
const PLAYBACK_START_BYTES = 32_000;
const BEHIND_MS = 1500;

const REPORT_USAGE_FLAGS = ["--import", path.resolve("dist/bench/report-usage.js")];
const VARIABLES = {
  LIMIT_AUDIO_PER_MINUTE: "100000000",
  LIMIT_SOCKETS_PER_ADDRESS: "100000",
  LIMIT_CREATE_DEBATE_PER_MINUTE: "100000",
  LIMIT_NEXT_TURN_PER_MINUTE: "100000",
  LIMIT_OPEN_TURNS_PER_USER: "100000",
  STANDIN_TOKENS_PER_SECOND: "60",
};

const hasVoicedFrame = (bytes: Buffer): boolean => {
  for (let at = 0; ;) {
    const frame = parseFrameAt(bytes, at);
    if (!frame || at + frame.length > bytes.length) return false;
    if (bytes.subarray(at + 4, at + frame.length).some((byte) => byte !== 0)) return true;
    at += frame.length;
  }
};

/**
 * Opens a stream. `voiced` resolves when at least `minBytes` and an audible frame have been
 * received. Its value is that time, from `performance.now()`.
 */
const openListener = async (url: string, minBytes: number) => {
  const request = get(url, { agent: false });
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`${url} answers ${answer.statusCode}`);
  let bytes = Buffer.alloc(0);
  let isReady = false;
  const voiced = new Promise<number>((resolve) => {
    answer
      .on("error", () => undefined)
      .on("data", (piece: Buffer) => {
        if (isReady || !Number.isFinite(minBytes)) return;
        bytes = Buffer.concat([bytes, piece]);
        isReady = bytes.length >= minBytes && hasVoicedFrame(bytes);
        if (isReady) resolve(performance.now());
      });
  });
  request.on("error", () => undefined);
  return { voiced, leave: () => void request.destroy() };
};

const registerWithCredits = async (backend: TestBackend, origin: string): Promise<ApiClient> => {
  const user = new ApiClient(origin);
  const { id } = await registerWith(user);
  await runSql(
    backend,
    `INSERT INTO credit_ledger (user_id, delta, reason, reference)
     VALUES ($1, 100000, 'admin', 'bench')`,
    [id],
  );
  return user;
};

interface LiveStreamSample {
  /** Milliseconds from the end of the first sentence's text to its audio. */
  first: number;
  /** Milliseconds from a click during the turn until the browser has enough audio to play. */
  click: number;
}

const measureLiveTurn = async (
  { origin }: TestStack,
  user: ApiClient,
): Promise<LiveStreamSample> => {
  const { id } = await createDebateWith(user);
  const url = `${origin}/api/debates/${id}/live.mp3`;
  const watcher = await watchDebate(origin, id, user.cookie);
  const splitter = new SentenceSplitter();
  const completed = new Promise((resolve) => watcher.socket.once("turn:completed", resolve));
  const firstSentenceTime = new Promise<number>((resolve) => {
    watcher.socket.on("turn:delta", ({ text }) => {
      if (splitter.add(text).length > 0) resolve(performance.now());
    });
  });
  const listener = await openListener(url, 1);
  await requestNextTurn(user, id);
  const writtenAt = await firstSentenceTime;
  const first = (await listener.voiced) - writtenAt;
  const clickedAt = performance.now();
  await user.get(`/api/debates/${id}/live`);
  const lateListener = await openListener(
    `${url}?at=${Date.now() - BEHIND_MS}`,
    PLAYBACK_START_BYTES,
  );
  const click = (await lateListener.voiced) - clickedAt;
  listener.leave();
  lateListener.leave();
  await completed;
  watcher.close();
  return { first, click };
};

const measureDelays = async (backend: TestBackend): Promise<BenchRow[]> => {
  const variables = VARIABLES;
  const options = { hasVoice: true, variables, nodeFlags: REPORT_USAGE_FLAGS };
  const stack = await startTestStack(backend, options);
  // The fake voice runs with low priority, so that it takes little CPU time from the product. In
  // production, the speech provider runs on other machines.
  setPriority(stack.fakes.pid, constants.priority.PRIORITY_LOW);
  try {
    const user = await registerWithCredits(backend, stack.origin);
    await measureLiveTurn(stack, user);
    const samples: LiveStreamSample[] = [];
    for (let round = 0; round < ROUNDS; round++) samples.push(await measureLiveTurn(stack, user));
    const [worker] = stack.workers;
    const loopP99s: number[] = [];
    while (loopP99s.length < CONCURRENT_ROUNDS) {
      await worker?.ask("loop");
      await Promise.all(Array.from({ length: DEBATES }, () => measureLiveTurn(stack, user)));
      loopP99s.push(Number(await worker?.ask("loop")));
    }
    const toRow = (name: string, ours: number[], bare: number): BenchRow => ({
      name: `${name} (baseline: the limit)`,
      unit: "ms",
      ...compareWithAllowed(ours, bare),
    });
    return [
      toRow(
        "First sound after the first sentence of a turn with live listeners",
        samples.map(({ first }) => first),
        ALLOWED_FIRST_SOUND_MS,
      ),
      toRow(
        "Sound after a press on Listen live within a turn",
        samples.map(({ click }) => click),
        ALLOWED_CLICK_MS,
      ),
      toRow(
        `Event loop of a worker with ${DEBATES} debates with live listeners, p99`,
        loopP99s,
        ALLOWED_LOOP_P99_MS,
      ),
    ];
  } finally {
    await stack.stop();
  }
};

/** SQL that inserts a turn that is live for minutes, with the rows that a worker would write. */
const INSERT_LIVE_TURN_SQL = `
  WITH turn AS (
    INSERT INTO turns (debate_id, turn_number, role, type, status, attempt, content, heartbeat_at)
    VALUES ($1, 1, 'bot_a', 'opening', 'streaming', 1, 'A long speech.', 'infinity') RETURNING id),
  recording AS (
    INSERT INTO audio_cache (turn_id, provider, content_hash, status, heartbeat_at, turn_attempt, spoken)
    SELECT id, 'openai', 'bench', 'running', 'infinity', 1,
           (SELECT jsonb_agg(jsonb_build_object('hash', 'part', 'ms', $3::float,
                                                'at', extract(epoch FROM now()) * 1000))
              FROM generate_series(1, 60))
      FROM turn RETURNING id)
  INSERT INTO audio_parts (recording_id, content_hash, audio_data) SELECT id, 'part', $2::bytea FROM recording`;

/** Returns a sentence of the fake voice. Audio in another format would have to be transcoded. */
const synthesizeSentence = async ({ fakes }: TestStack): Promise<Mp3> => {
  const url = `${buildFakeVoiceVariables(fakes.port).TTS_BASE_URL}/audio/speech`;
  const input =
    "Streets belong to the people who live in them, and who walk, and play, and rest there.";
  const body = JSON.stringify({ model: "any", voice: "alloy", input });
  const answer = await fetch(url, {
    method: "POST",
    headers: { authorization: "Bearer any" },
    body,
  });
  return parseMp3(Buffer.from(await answer.arrayBuffer()));
};

const readCpuMs = async (server: TestProcess): Promise<number> =>
  (await server.ask("cpu")) as number;

const measureCpuInWindow = (server: TestProcess) => async (): Promise<number> => {
  const before = await readCpuMs(server);
  await pause(WINDOW_MS);
  return (await readCpuMs(server)) - before;
};

const measureCrowd = async (backend: TestBackend): Promise<BenchRow[]> => {
  const options = {
    hasVoice: true,
    workers: 0,
    variables: VARIABLES,
    nodeFlags: REPORT_USAGE_FLAGS,
  };
  const stack = await startTestStack(backend, options);
  const bare = await startTestProcess("bench/bare-radio.js", [], {}, REPORT_USAGE_FLAGS);
  try {
    const user = await registerWithCredits(backend, stack.origin);
    const { id } = await createDebateWith(user);
    const part = await synthesizeSentence(stack);
    await runSql(backend, INSERT_LIVE_TURN_SQL, [id, part.frames, getDurationMs(part)]);
    const [api] = stack.apis;
    if (!api) throw new Error("the stack has no API");
    const streams = [];
    for (const url of [
      `${stack.origin}/api/debates/${id}/live.mp3`,
      `http://localhost:${bare.port}/`,
    ])
      for (let n = 0; n < LISTENERS; n++)
        streams.push(await openListener(url, Number.POSITIVE_INFINITY));
    const cpuTimesMs = await measureAlternately(
      { ours: measureCpuInWindow(api), bare: measureCpuInWindow(bare) },
      { rounds: ROUNDS },
    );
    for (const { leave } of streams) leave();
    return [
      {
        name: `CPU time of ${LISTENERS} listeners of one debate, in ${WINDOW_MS / 1000} s`,
        unit: "ms",
        ...computeMedians(cpuTimesMs, (ms) => ms),
        budget: { atMost: 1.3 },
      },
    ];
  } finally {
    await bare.kill("SIGKILL");
    await stack.stop();
  }
};

/** Measures the delay of live audio and the CPU time that listeners cost. */
export const benchLiveStream = async (): Promise<BenchRow[]> => [
  ...(await runOnBackend("redis", measureDelays)),
  ...(await runOnBackend("postgres", measureCrowd)),
];
