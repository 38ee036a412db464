import type { LiveScheduleView } from "#shared/contract/debates/live-stream.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { createDelayToVoice } from "#web/features/live-audio/voice-sync/delay-to-voice.ts";
import {
  VOICE_TIMEOUT_MS,
  VoiceSyncClock,
} from "#web/features/live-audio/voice-sync/voice-sync-clock.ts";
import { buildDebate, buildTurn } from "./fixtures.ts";

const WORDS = "It began like this. And it ended so.";
const FIRST = "It began like this.";
const READY = { status: "ready", durationMs: 6000, version: 1 } as const;
const PENDING_AUDIO = { status: "pending", durationMs: null, version: 0 } as const;

/** A turn that is live from `startsAt` on, with up to two sentences of two seconds each. */
const scheduleTurn = (
  turnNumber: number,
  startsAt: number,
  sentenceCount = 2,
): LiveScheduleView["turns"][number] => ({
  turnId: 100 + turnNumber,
  turnNumber,
  attempt: 1,
  sentences: [0, 2000]
    .slice(0, sentenceCount)
    .map((from) => ({ startsAt: startsAt + from, endsAt: startsAt + from + 2000 })),
});
const written = (turnNumber: number, change: Partial<Turn> = {}): Turn =>
  buildTurn(turnNumber, { attempt: 1, content: WORDS, audio: READY, ...change });
const writing = (turnNumber: number, content: string) =>
  written(turnNumber, { status: "streaming", content, audio: PENDING_AUDIO });

describe("a debate at the pace of the voice", () => {
  /** The visible text of each turn at a stream time, with "…" if the turn has more text. */
  const getShownTexts = (
    turns: Turn[],
    live: LiveScheduleView["turns"],
    streamTime: number,
    { isCalm = false, clock = new VoiceSyncClock(isCalm) } = {},
  ): string[] => {
    const position = clock.getPosition(turns, {
      schedule: { turns: live },
      streamTime,
      now: streamTime + 1500,
    });
    const all =
      position === null ? turns : createDelayToVoice(position)(buildDebate(), turns).turns;
    return all.map(({ status, content }) => (status === "complete" ? content : `${content}…`));
  };
  const twoTurns = [written(1), written(2)];
  const schedule = [scheduleTurn(1, 0), scheduleTurn(2, 7000)];

  it.each<[number, string[]]>([
    [-500, ["…"]],
    [0, ["It…"]],
    [1000, ["It began like…"]],
    [1999, [`${FIRST}…`]],
    [2000, [`${FIRST} And…`]],
    [3999, [`${WORDS}…`]],
    [4000, [WORDS, "…"]],
    [8000, [WORDS, "It began like…"]],
    [11_000, [WORDS, WORDS]],
  ])("shows its words as they are spoken: at %d", (streamTime, words) => {
    expect(getShownTexts(twoTurns, schedule, streamTime)).toEqual(words);
  });

  it("returns the same position while no word was added", () => {
    const clock = new VoiceSyncClock(false);
    const at = (streamTime: number) =>
      clock.getPosition(twoTurns, {
        schedule: { turns: schedule },
        streamTime,
        now: streamTime,
      });
    expect(at(1050)).toBe(at(1000));
    expect(at(1400)).not.toBe(at(1000));
  });

  it("shows whole sentences with reduced motion", () => {
    expect(getShownTexts(twoTurns, schedule, 100, { isCalm: true })).toEqual([`${FIRST}…`]);
  });

  it("shows no words that are not yet in the schedule or not yet heard", () => {
    const turn = writing(1, `${WORDS} And then`);
    expect(getShownTexts([turn], [scheduleTurn(1, 0, 1)], 1_000_000)).toEqual([`${FIRST}…`]);
    expect(getShownTexts([written(1)], [scheduleTurn(1, 0, 1)], 1000)).toEqual(["It began like…"]);
  });

  it("continues after the scheduled sentences of a complete turn, and waits in a streaming one", () => {
    expect(
      getShownTexts([written(1, { audio: PENDING_AUDIO }), written(2)], schedule, 5000),
    ).toEqual([WORDS, "…"]);
    const at = { schedule: { turns: schedule }, streamTime: 5000, now: 5000 };
    const position = new VoiceSyncClock(false).getPosition([writing(1, WORDS)], at);
    expect(position).toEqual({ turnNumber: 1, length: WORDS.length });
  });

  it("starts a turn over in a new attempt", () => {
    expect(
      getShownTexts([{ ...writing(1, WORDS), attempt: 2 }], [scheduleTurn(1, 0)], 3000),
    ).toEqual(["…"]);
  });

  it.each<[string, Partial<Turn>]>([
    ["was recorded before", { audio: READY }],
    ["has no voice", { audio: { ...PENDING_AUDIO, status: "failed" } }],
    ["is hidden", { isHidden: true, audio: PENDING_AUDIO }],
    ["has failed", { status: "failed", audio: PENDING_AUDIO }],
  ])("does not wait for a turn that %s", (_how, change) => {
    const position = new VoiceSyncClock(false).getPosition([written(1, change)], {
      schedule: { turns: [] },
      streamTime: 0,
      now: 0,
    });
    expect(position).toBeNull();
  });

  it("shows the rest of a turn after its voice failed", () => {
    const failed = written(1, { audio: { ...PENDING_AUDIO, status: "failed" } });
    expect(getShownTexts([failed, written(2)], [scheduleTurn(1, 0, 1)], 1999)).toEqual([
      `${FIRST}…`,
    ]);
    expect(getShownTexts([failed], [scheduleTurn(1, 0, 1)], 2000)).toEqual([WORDS]);
  });

  it("continues as text after a long silence of the voice, and never removes words", () => {
    const clock = new VoiceSyncClock(false);
    const turns = [writing(1, `${WORDS} And then`), written(2, { audio: PENDING_AUDIO })];
    const at = (streamTime: number, live = [scheduleTurn(1, 0, 1)]) =>
      getShownTexts(turns, live, streamTime, { clock });
    expect(at(5000)).toEqual([`${FIRST}…`]);
    expect(at(5000 + VOICE_TIMEOUT_MS - 1)).toEqual([`${FIRST}…`]);
    expect(at(5000 + VOICE_TIMEOUT_MS)).toEqual([`${WORDS} And then…`]);
    expect(at(18_000, [scheduleTurn(1, 16_000)])).toEqual([`${WORDS} And then…`]);
    turns[0] = written(1, { audio: PENDING_AUDIO });
    expect(at(21_000)).toEqual([WORDS, "…"]);
    expect(at(21_000 + VOICE_TIMEOUT_MS)).toEqual([WORDS, WORDS]);
  });

  it("counts no silence without waiting text, and none that has ended", () => {
    const clock = new VoiceSyncClock(false);
    const turns = [writing(1, FIRST)];
    const at = (streamTime: number, live = [scheduleTurn(1, 0, 1)]) =>
      getShownTexts(turns, live, streamTime, { clock });
    expect(at(3000)).toEqual([`${FIRST}…`]);
    turns[0] = writing(1, WORDS);
    expect(at(13_500)).toEqual([`${FIRST}…`]);
    const later = [{ ...scheduleTurn(1, 0), sentences: [{ startsAt: 20_000, endsAt: 30_000 }] }];
    expect(at(21_000, later)).toEqual(["It…"]);
    expect(at(31_000, later)).toEqual([`${FIRST}…`]);
  });

  it("hides status, score and judgements of later moments", () => {
    const scores = { botA: 7, botB: 6, reasoning: "So." };
    const over = buildDebate({ status: "completed", currentTurn: 4, scores });
    const judged = written(3, {
      score: 7,
      judge: "grok",
      ruling: "It holds.",
      feedback: "Well.",
      quotes: ["It"],
    });
    const { debate, turns } = createDelayToVoice({ turnNumber: 3, length: 2 })(over, [judged]);
    expect(debate).toEqual({ ...over, status: "active", currentTurn: 2, scores: null });
    const unjudged = { score: null, judge: null, ruling: null, feedback: null, quotes: null };
    expect(turns).toEqual([{ ...judged, ...unjudged, status: "streaming", content: "It" }]);
    expect(createDelayToVoice({ turnNumber: 3, length: 9 })(over, []).debate).toBe(debate);
    const begun = buildDebate({ currentTurn: 0, status: "pending" });
    expect(createDelayToVoice({ turnNumber: 3, length: 0 })(begun, []).debate).toEqual(begun);
  });
});
