import {
  isBroadcasting,
  isLive,
  getLiveLabel,
  type LiveState,
} from "#shared/domain/debates/live-previews.ts";

const NOW = 1_000_000_000;
const MINUTE = 60_000;

/** An unfinished debate without a requested turn. */
const paused: LiveState = {
  now: NOW,
  status: "active",
  isAutoPlayOn: false,
  isWriting: false,
  writtenAt: NOW - 5 * MINUTE,
  lastSpokenAt: 0,
  isSpeaking: false,
  lastWordAt: 0,
};

describe("a debate is live", () => {
  it.each<[what: string, change: Partial<LiveState>, live: boolean]>([
    ["not while it is paused", {}, false],
    ["while a turn is written", { isWriting: true }, true],
    [
      "while Auto-Play is on, before the first turn",
      { status: "pending", isAutoPlayOn: true },
      true,
    ],
    ["while a recording of its broadcast is made", { isSpeaking: true }, true],
    ["while a sentence is on the air", { lastWordAt: NOW + 1 }, true],
    ["no longer once the last sentence has ended", { lastWordAt: NOW }, false],
    ["not after its end", { status: "completed" }, false],
    [
      "after its end while it is still broadcast",
      { status: "completed", lastWordAt: NOW + 1 },
      true,
    ],
    [
      "not after its end, whatever its columns say of Auto-Play",
      { status: "completed", isAutoPlayOn: true, isWriting: true },
      false,
    ],
    [
      "not hours after its last turn because of a recording",
      { status: "completed", writtenAt: NOW - 240 * MINUTE, isSpeaking: true, lastWordAt: NOW + 1 },
      false,
    ],
    [
      "though its last turn was complete just less than four hours ago, while its words last",
      { writtenAt: NOW - 240 * MINUTE + 1, lastWordAt: NOW + 1 },
      true,
    ],
  ])("%s", (_what, change, live) => {
    expect(isLive({ ...paused, ...change })).toBe(live);
  });
});

describe("a recording made now is part of the broadcast", () => {
  it.each<[what: string, change: Partial<LiveState>, expected: boolean]>([
    ["within ten minutes of the last turn", { writtenAt: NOW - 10 * MINUTE + 1 }, true],
    ["no longer after ten minutes", { writtenAt: NOW - 10 * MINUTE }, false],
    [
      "within ten minutes of the last sentence",
      { writtenAt: NOW - 30 * MINUTE, lastSpokenAt: NOW - 10 * MINUTE + 1 },
      true,
    ],
    ["while Auto-Play is on", { writtenAt: 0, isAutoPlayOn: true }, true],
    ["while a turn is written", { writtenAt: 0, isWriting: true }, true],
    ["not hours after the end", { writtenAt: 0, status: "completed", isAutoPlayOn: true }, false],
  ])("%s", (_what, change, expected) => {
    expect(isBroadcasting({ ...paused, ...change })).toBe(expected);
  });
});

it("the label of a live debate is “Live”, and “On air again” once it is completed", () => {
  expect([getLiveLabel("pending"), getLiveLabel("active"), getLiveLabel("completed")]).toEqual([
    "Live",
    "Live",
    "On air again",
  ]);
});
