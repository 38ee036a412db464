import type { TurnWithRecording } from "#api/audio/turn-recording.ts";
import type { RecordingEvents } from "#api/audio/recording-events.ts";
import { ensureRecording } from "#api/commands/audio/ensure-recording.ts";
import type { Context } from "#api/context.ts";
import { mapProviders } from "#shared/domain/provider.ts";
import { testLogger } from "../harness.ts";

type RecordingColumns = Pick<TurnWithRecording, "recordingStatus" | "version">;

const buildTurn = (recording: RecordingColumns): TurnWithRecording =>
  ({
    turnId: 7,
    role: "bot_a",
    content: "Cities were made for people.",
    botAProvider: "openai",
    botBProvider: "grok",
    language: "en",
    turnStatus: "complete",
    userId: 3,
    error: null,
    ...recording,
  }) as TurnWithRecording;

const MISSING = buildTurn({ recordingStatus: null, version: null });
const IN_PROGRESS = buildTurn({ recordingStatus: "running", version: 0 });
const STORED = buildTurn({ recordingStatus: "complete", version: 1 });

/**
 * Calls `ensureRecording` for a turn whose owner has reached the daily spending limit or has no
 * limit. Nothing is enqueued.
 */
const ensure = (
  turn: TurnWithRecording,
  find: () => Promise<TurnWithRecording>,
  {
    next,
    isLimitReached = false,
    signal = new AbortController().signal,
  }: {
    next: RecordingEvents["next"];
    isLimitReached?: boolean;
    signal?: AbortSignal;
  },
) => {
  const context = {
    sql: {
      query: (statement: string) =>
        Promise.resolve(statement.includes("daily_spending") ? [{ reached: "user_limit" }] : []),
    },
    logger: testLogger,
    env: {
      voice: {
        model: "tts-1",
        voices: mapProviders(() => ["alloy", "echo"]),
        languages: new Map([["en", null]]),
      },
      spending: { perDay: null, perUserAndDay: isLimitReached ? 1 : null },
    },
    recordingEvents: { next },
  } as unknown as Context;
  return ensureRecording(context, turn, find, () => signal);
};

const CREATING = {
  code: "unavailable",
  message: "The audio is being created. Please try again shortly.",
  retryAfter: 3,
};

describe("a listener to a turn whose recording may be missing", () => {
  afterEach(() => jest.useRealTimers());

  it("is asked to try again after 25 s, during which the recording is looked up every 3 s", async () => {
    jest.useFakeTimers({ now: 0 });
    const lookups: number[] = [];
    const find = () => {
      lookups.push(Date.now() / 1000);
      return Promise.resolve(lookups.length > 20 ? STORED : MISSING);
    };
    const next: RecordingEvents["next"] = (_turnId, ms) => {
      jest.setSystemTime(Date.now() + ms);
      return Promise.resolve();
    };
    await expect(ensure(MISSING, find, { next })).rejects.toMatchObject(CREATING);
    expect(lookups).toEqual([3, 6, 9, 12, 15, 18, 21, 24, 25, 25]);
  });

  it("does not wait any longer after it has disconnected", async () => {
    let lookups = 0;
    const find = () => Promise.resolve(++lookups > 5 ? STORED : MISSING);
    const next = () => Promise.resolve();
    const gone = ensure(MISSING, find, { next, signal: AbortSignal.abort() });
    await expect(gone).rejects.toMatchObject(CREATING);
    expect(lookups).toBe(1);
  });

  it("gets a recording that is stored or in progress at the spending limit, but no new one", async () => {
    const next = () => Promise.resolve();
    const find = () => Promise.resolve(STORED);
    const isLimitReached = true;
    await expect(ensure(STORED, find, { next, isLimitReached })).resolves.toBe(STORED);
    await expect(ensure(IN_PROGRESS, find, { next, isLimitReached })).resolves.toBe(STORED);
    await expect(ensure(MISSING, find, { next, isLimitReached })).rejects.toMatchObject({
      code: "spending_limit",
    });
  });
});
