import { EventEmitter } from "node:events";
import pino from "pino";
import { createRecordingCache } from "#api/audio/recording-cache.ts";
import type { DebateVisibility } from "#api/audio/live-stream/debate-visibility.ts";
import { createLiveStreams, type ListenRequest } from "#api/audio/live-stream/live-streams.ts";
import type { ApiSocketServer } from "#api/realtime/sockets/create-socket-server.ts";
import type { Sql } from "#infra/db/sql.ts";
import type { StreamedDebate, StreamedTurn } from "#infra/audio/find-streamed-debate.ts";
import { format, BROADCAST_TURN, VOICE_CONFIG } from "./live-stream-fixtures.ts";

const DEBATE = 7;
const SECOND = 1000;

const spokenUntil = (endsAt: number): StreamedTurn => ({
  ...BROADCAST_TURN,
  version: 1,
  recordingStatus: "complete",
  // The audio starts half a second after `at`.
  spoken: [{ hash: "hash", ms: 1000, at: endsAt - 1500 }],
});
const createStreamingTurn = (making: StreamedTurn["recordingStatus"]): StreamedTurn => ({
  ...spokenUntil(0),
  status: "streaming",
  spoken: [],
  version: making && 0,
  recordingStatus: making,
});

/**
 * Creates the live streams of a process with a fake database. `isVoiced` adds the announcements.
 */
const setUp = (change: Partial<StreamedDebate> = {}, isVoiced = false) => {
  const asked: { text: string; values: unknown[] }[] = [];
  const debate: Omit<StreamedDebate, "now"> = {
    userId: 1,
    isPublic: true,
    onlyOwnerSteps: false,
    status: "active",
    maxTurns: 2,
    isAutoPlayOn: false,
    writtenAt: Date.now(),
    turns: [],
    ...change,
  };
  let shown: Partial<DebateVisibility> = {};
  let answering: Promise<unknown> = Promise.resolve();
  const sql: Sql = {
    async query(text, values = []) {
      asked.push({ text, values });
      if (text.includes('AS "isAutoPlayOn"')) return [{ ...debate, now: Date.now() }];
      if (text.includes('AS "turnIds"')) {
        await answering;
        const turnIds = debate.turns.map(({ turnId }) => turnId);
        return [{ id: DEBATE, isPublic: debate.isPublic, turnIds, ...shown }];
      }
      if (isVoiced && text.includes("notice = $1")) return [{ id: 1, version: 1 }];
      if (isVoiced && text.includes("AS bytes")) return [{ bytes: format.silentFrame }];
      if (!text.includes('AS "botAProvider"')) return [];
      const speakers = { botAProvider: "openai", botBProvider: "grok", language: "en" };
      return [{ turnId: 1, role: "bot_a", content: "Cats purr.", ...speakers }];
    },
  };
  const logger = pino({ level: "silent" });
  const recordings = createRecordingCache(sql);
  const peers = new EventEmitter();
  const io = peers as unknown as ApiSocketServer;
  const liveStreams = createLiveStreams(
    { sql, recordings, enqueue: async () => {}, logger },
    io,
    2,
  );
  const open = (request: Partial<ListenRequest> = {}) =>
    liveStreams.open(VOICE_CONFIG, {
      debateId: DEBATE,
      language: "en",
      viewer: null,
      sessionId: "",
      from: undefined,
      sender: "somebody",
      ...request,
    });
  const sink = (isFull = false) => ({ isFull, write: jest.fn(), end: jest.fn() });
  const count = (part: string) => asked.filter(({ text }) => text.includes(part)).length;
  return {
    liveStreams,
    open,
    sink,
    peers,
    /** Changes the debate's visibility. It is read separately from the schedule. */
    show: (change: Partial<DebateVisibility>) => (shown = change),
    /** Makes the rows unreadable until this promise settles. */
    stall: (until: Promise<unknown>) => void (answering = until),
    checks: () => count('AS "turnIds"'),
    /** Number of times the schedule was read. */
    countReads: () => count('AS "isAutoPlayOn"'),
    /** Number of requests for a turn's audio. */
    asks: () => count("(turn_id, provider"),
    noticeAsks: () => count("(notice, provider"),
    noted: () => asked.findLast(({ text }) => text.includes("INSERT INTO listeners"))?.values[2],
    forget: () => asked.splice(0),
  };
};

describe("the live streams of a process", () => {
  const advanceTime = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it("remove all state of a debate without listeners and record that", async () => {
    const { open, sink, countReads, noted, forget } = setUp();
    const stop = (await open())(sink());
    await advanceTime(5 * SECOND);
    expect([countReads() > 4, noted()]).toEqual([true, [1]]);
    stop();
    await advanceTime(5 * SECOND);
    expect([noted(), jest.getTimerCount()]).toEqual([[], 0]);
    forget();
    await advanceTime(60 * SECOND);
    expect(countReads()).toBe(0);
  });

  it("keep no state for a request that never listens, and count no listener", async () => {
    const { open, noted } = setUp();
    await open();
    await advanceTime(5 * SECOND);
    expect([noted(), jest.getTimerCount()]).toEqual([undefined, 0]);
  });

  it("read a debate once for all listeners, once a second and when it changes", async () => {
    const { open, sink, countReads, noticeAsks, forget, peers } = setUp();
    for (const sender of ["a", "b", "c"]) (await open({ sender }))(sink());
    expect(noticeAsks()).toBe(1);
    await advanceTime(SECOND);
    forget();
    await advanceTime(10 * SECOND);
    expect(countReads()).toBe(10);
    forget();
    peers.emit("speech:spoken", DEBATE);
    peers.emit("speech:spoken", DEBATE);
    peers.emit("speech:spoken", 8);
    expect(countReads()).toBe(1);
  });

  it("share one stream among listeners who arrive while it is closed and reopened", async () => {
    const { open, sink, noted, countReads, forget } = setUp();
    const first = await open();
    // Meanwhile the first stream, which has no listeners yet, is closed, and another one is opened.
    await advanceTime(SECOND);
    const second = await open({ sender: "another" });
    second(sink());
    first(sink());
    await advanceTime(2 * SECOND);
    expect(noted()).toEqual([2]);
    forget();
    await advanceTime(10 * SECOND);
    expect(countReads()).toBe(10);
  });

  it("accept a listener even if the stream was closed before it began", async () => {
    const { open, sink, noted, countReads, forget } = setUp();
    const begin = await open();
    await advanceTime(SECOND);
    forget();
    begin(sink());
    await advanceTime(4 * SECOND);
    expect([noted(), countReads() > 3]).toEqual([[1], true]);
  });

  it("limit listeners per address, and accept another one after one leaves", async () => {
    const { open, sink } = setUp();
    const [stop] = [(await open())(sink()), (await open())(sink())];
    await expect(open()).rejects.toMatchObject({ code: "too_many_requests" });
    await open({ sender: "another" });
    stop();
    (await open())(sink());
    await expect(open()).rejects.toMatchObject({ code: "too_many_requests" });
  });

  it("accept only users who may see the debate", async () => {
    const { open } = setUp({ isPublic: false });
    await expect(open()).rejects.toMatchObject({ code: "not_found" });
    await expect(open({ viewer: { id: 2, role: "user" } })).rejects.toMatchObject({
      code: "not_found",
    });
    await open({ viewer: { id: 1, role: "user" } });
  });

  it.each<[string, number, number | undefined]>([
    ["its last sentence was played", -2000, undefined],
    ["the requested position is too far back", -1_000_000, 0],
  ])("refuse a completed debate once %s", async (_when, endsIn, from) => {
    const turns = [spokenUntil(Date.now() + endsIn)];
    const { open } = setUp({ status: "completed", turns });
    await expect(open({ from })).rejects.toMatchObject({ code: "conflict" });
  });

  it.each<[string, number, number | undefined]>([
    ["still has sentences to play", 5000, undefined],
    ["is requested at a position beyond the schedule", 5000, Number.MAX_SAFE_INTEGER],
    ["was live a minute ago, at a position before its end", -60_000, Date.now() - 120_000],
  ])("accept a completed debate that %s", async (_what, endsIn, from) => {
    const turns = [spokenUntil(Date.now() + endsIn)];
    const { open } = setUp({ status: "completed", turns });
    expect(await open({ from })).toEqual(expect.any(Function));
  });

  it("check access in one statement before each tick and stop when a debate becomes private", async () => {
    const { open, sink, show, countReads, checks, forget } = setUp({ isAutoPlayOn: true }, true);
    const listener = sink();
    (await open())(listener);
    // The schedule is read on every fifth tick. On the other four, only the visibility is read.
    await advanceTime(1900);
    const before = countReads();
    await advanceTime(200);
    expect(countReads()).toBe(before + 1);
    expect(listener.write).toHaveBeenCalled();
    forget();
    listener.write.mockClear();
    show({ isPublic: false });
    await advanceTime(200);
    expect([countReads(), checks(), listener.end.mock.calls.length]).toEqual([0, 1, 1]);
    expect(listener.write).not.toHaveBeenCalled();
  });

  it("send nothing while rows cannot be read, and continue afterwards", async () => {
    const { open, sink, stall } = setUp({ isAutoPlayOn: true }, true);
    const listener = sink();
    (await open())(listener);
    await advanceTime(2 * SECOND);
    let restore = (): void => {};
    stall(new Promise<void>((resolve) => (restore = resolve)));
    listener.write.mockClear();
    await advanceTime(2 * SECOND);
    expect(listener.write).not.toHaveBeenCalled();
    restore();
    await advanceTime(SECOND);
    expect(listener.write).toHaveBeenCalled();
    expect(listener.end).not.toHaveBeenCalled();
  });

  it("disconnect listeners that need an exact position and stop reading, and no others", async () => {
    const { open, sink } = setUp();
    const [exact, other] = [sink(true), sink(true)];
    (await open({ from: Date.now() }))(exact);
    (await open())(other);
    await advanceTime(SECOND);
    expect([exact.end.mock.calls.length, other.end.mock.calls.length]).toEqual([1, 0]);
  });

  it("keep listeners that join at the same moment with full buffers", async () => {
    const { open, sink } = setUp({}, true);
    (await open({ sender: "another" }))(sink());
    // Waits until the audio format is known.
    await advanceTime(SECOND);
    const listeners = [sink(), sink()];
    for (const listener of listeners)
      listener.write.mockImplementation(() => {
        listener.isFull = true;
        setImmediate(() => (listener.isFull = false));
      });
    const from = Date.now() - 1500;
    const begin = await Promise.all(listeners.map(() => open({ from })));
    listeners.forEach((listener, n) => begin[n]?.(listener));
    await advanceTime(5 * SECOND);
    for (const listener of listeners) {
      expect(listener.write.mock.calls.length).toBeGreaterThan(5);
      expect(listener.end).not.toHaveBeenCalled();
    }
  });

  it("list listeners with a session until they leave or are disconnected", async () => {
    const { liveStreams, open, sink, noted } = setUp();
    const viewer = { id: 1, role: "user" } as const;
    const listeners = [sink(), sink(), sink()];
    const stop = (await open({ viewer, sessionId: "one", sender: "one" }))(listeners[0] ?? sink());
    (await open({ viewer, sessionId: "other", sender: "other" }))(listeners[1] ?? sink());
    (await open({ sender: "visitor" }))(listeners[2] ?? sink());
    expect(
      liveStreams.listSignedInListeners().map(({ sessionId, role }) => [sessionId, role]),
    ).toEqual([
      ["one", "user"],
      ["other", "user"],
    ]);
    stop();
    const [member, ...others] = liveStreams.listSignedInListeners();
    expect([member?.sessionId, others]).toEqual(["other", []]);
    member?.end();
    await advanceTime(5 * SECOND);
    expect(listeners.map(({ end }) => end.mock.calls.length)).toEqual([0, 1, 0]);
    expect(noted()).toEqual([1]);
  });

  it("disconnect everyone when they are closed", async () => {
    const { liveStreams, open, sink } = setUp();
    const listener = sink();
    (await open())(listener);
    await advanceTime(SECOND);
    liveStreams.close();
    await advanceTime(SECOND);
    expect([listener.end.mock.calls.length, jest.getTimerCount()]).toEqual([1, 0]);
  });

  it.each([null, "failed"] as const)(
    "request audio for a turn whose recording is %p, as soon as a listener starts",
    async (making) => {
      const { open, sink, asks } = setUp({ turns: [createStreamingTurn(making)] });
      const begin = await open();
      expect(asks()).toBe(0);
      begin(sink());
      await advanceTime(0);
      expect(asks()).toBe(1);
    },
  );

  it.each([
    ["is running already", createStreamingTurn("running")],
    ["is pending already", createStreamingTurn("pending")],
    ["is complete and being regenerated", createStreamingTurn("complete")],
    [
      "is missing for a complete turn",
      { ...createStreamingTurn(null), status: "complete" as const },
    ],
  ])("do not request, or pay for, audio that %s", async (_how, turn) => {
    const { open, sink, asks } = setUp({ turns: [turn] });
    (await open())(sink());
    await advanceTime(3 * SECOND);
    expect(asks()).toBe(0);
  });
});
