import { findClip, type ClipTurn } from "#shared/domain/audio/find-clip.ts";
import {
  estimateSentenceTimes,
  computeClipDurationMs,
  CLIP_TURN_GAP_MS,
  buildClipApiPath,
  parseClip,
  buildClipPath,
  buildClipTitle,
  joinClipText,
  formatClip,
} from "#shared/domain/audio/clip.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";

const member: Viewer = { id: 1, role: "user" };

describe("a clip in a URL", () => {
  it.each([
    ["3.2-3.4", { from: [3, 2], to: [3, 4] }],
    ["3.2-3.2", { from: [3, 2], to: [3, 2] }],
    ["1.12-2.1", { from: [1, 12], to: [2, 1] }],
    ["19.3-20.4", { from: [19, 3], to: [20, 4] }],
  ])("is parsed as a range of sentences: %s", (text, { from, to }) => {
    const createPosition = ([turnNumber = 0, sentence = 0]: number[]) => ({ turnNumber, sentence });
    const moment = parseClip(text);
    expect(moment).toEqual({ from: createPosition(from), to: createPosition(to) });
    expect(moment && formatClip(moment)).toBe(text);
    expect(moment && buildClipPath(7, moment)).toBe(`/debate/7?moment=${text}`);
  });

  it.each([
    "",
    "3",
    "3.2",
    "3.2-",
    "3.2-3",
    "3.4-3.2",
    "3.2-2.4",
    "3.2-5.1",
    "0.1-0.2",
    "3.0-3.1",
    "03.2-3.4",
    "3.2-3.4 ",
    "3.2-3.4\n",
    "x3.2-3.4",
    "-3.2-3.4",
    "3.2-3.999999",
    "100.1-100.2",
    "3,2-3,4",
    "٣.2-3.4",
  ])("is rejected: %j", (text) => {
    expect(parseClip(text)).toBeNull();
  });

  it("has an API path with its encoded parameter", () => {
    expect(buildClipApiPath(7, "3.2-3.4")).toBe("/api/debates/7/moment?moment=3.2-3.4");
    expect(buildClipApiPath(7, "a&b")).toBe("/api/debates/7/moment?moment=a%26b");
  });
});

/** Returns a speech of `count` sentences with `length` characters each. */
const speech = (count: number, length = 30): string =>
  Array.from({ length: count }, (_none, n) => `Said ${n + 1} ${"o".repeat(length - 9)}.`).join(" ");

const turn = (turnNumber: number, more: Partial<ClipTurn> = {}): ClipTurn => ({
  turnNumber,
  status: "complete",
  content: speech(4),
  isHidden: false,
  recorded: null,
  ...more,
});

/** Returns a recording in which each sentence takes `ms` milliseconds. */
const recorded = (content: string, ms: number) =>
  estimateSentenceTimes(content.split(/(?<=\.) /)).map(({ text }, n) => ({
    text,
    startMs: n * ms,
    endMs: (n + 1) * ms,
  }));

const TURNS = [1, 2, 3, 4, 5].map((number) => turn(number));
const findPassages = (text: string, turns = TURNS, viewer: Viewer = member) => {
  const { problem, ...moment } = findClip(text, turns, viewer);
  return problem ?? ("passages" in moment ? moment.passages : []);
};

describe("the passages of a clip", () => {
  it("are its sentences, with their positions in the turn", () => {
    expect(findPassages("3.2-3.3")).toMatchObject([
      { turn: { turnNumber: 3 }, first: 2, sentences: [{}, {}] },
    ]);
    const passages = findPassages("3.2-3.3");
    expect(typeof passages !== "string" && joinClipText(passages)).toBe(
      speech(4)
        .split(/(?<=\.) /)
        .slice(1, 3)
        .join(" "),
    );
  });

  it("may be the end of one turn and the beginning of the next", () => {
    expect(findPassages("3.4-4.2")).toMatchObject([
      { turn: { turnNumber: 3 }, first: 4, sentences: [{}] },
      { turn: { turnNumber: 4 }, first: 1, sentences: [{}, {}] },
    ]);
  });

  it("have the times of their sentences in the recording", () => {
    const turns = [turn(1, { recorded: recorded(speech(4), 2500) })];
    expect(findPassages("1.2-1.3", turns)).toMatchObject([
      { sentences: [{ startMs: 2500 }, { endMs: 7500 }] },
    ]);
  });

  const long = speech(8);
  const minute = turn(1, { content: long, recorded: recorded(long, 10_000) });
  it.each<[string, string, ClipTurn[], Viewer, string]>([
    [
      "an invalid clip",
      "3-4",
      TURNS,
      member,
      "This link doesn't point to a moment of this debate.",
    ],
    ["a missing turn", "6.1-6.2", TURNS, member, "There is no turn 6 in this debate."],
    [
      "sentences beyond the turn",
      "3.4-3.5",
      TURNS,
      member,
      "Turn 3 has only 4 sentences. This moment doesn't exist.",
    ],
    [
      "sentences beyond the first of two turns",
      "3.5-4.1",
      TURNS,
      member,
      "Turn 3 has only 4 sentences. This moment doesn't exist.",
    ],
    [
      "a turn that visitors may not read, even if it is loaded",
      "5.1-5.2",
      TURNS,
      null,
      "This moment is after turn 4. Join to read and hear it.",
    ],
    [
      "a turn that visitors may read and one that they may not",
      "4.4-5.1",
      TURNS,
      null,
      "This moment is after turn 4. Join to read and hear it.",
    ],
    [
      "a hidden turn",
      "1.1-1.1",
      [turn(1, { isHidden: true, content: "" })],
      member,
      "Turn 1 is hidden until it is reviewed. So is this moment.",
    ],
    [
      "a turn that is still being written",
      "1.1-1.1",
      [turn(1, { status: "streaming" })],
      member,
      "Turn 1 is not finished yet.",
    ],
    [
      "a recording with other words",
      "1.1-1.1",
      [turn(1, { recorded: recorded(speech(4).replace("2", "3"), 1000) })],
      member,
      "Turn 1 was recorded again with a different text. This moment is gone.",
    ],
    [
      "a recording with fewer sentences",
      "1.1-1.1",
      [turn(1, { recorded: recorded(speech(3), 1000) })],
      member,
      "Turn 1 was recorded again with a different text. This moment is gone.",
    ],
    [
      "more than a minute of the recording",
      "1.1-1.7",
      [minute],
      member,
      "This moment is longer than a minute.",
    ],
    [
      "more than an estimated minute without a recording",
      "1.1-1.8",
      [turn(1, { content: speech(8, 100) })],
      member,
      "This moment is longer than a minute.",
    ],
  ])("do not exist for %s", (_what, text, turns, viewer, problem) => {
    expect(findPassages(text, turns, viewer)).toBe(problem);
  });

  it("may last a minute, and are available to visitors in the first four turns", () => {
    expect(findPassages("1.1-1.6", [minute])).toHaveLength(1);
    expect(findPassages("4.1-4.4", TURNS, null)).toHaveLength(1);
  });

  it("include hidden turns for admins", () => {
    expect(findPassages("1.1-1.1", [turn(1, { isHidden: true })])).toHaveLength(1);
  });
});

describe("the duration of a clip", () => {
  const createTimedSentences = (startMs: number, endMs: number) => [
    { text: "Said.", startMs, endMs },
  ];

  it("is from its first word to its last, with the silence between two turns", () => {
    expect(computeClipDurationMs([])).toBe(0);
    expect(
      computeClipDurationMs([
        [...createTimedSentences(2000, 3000), ...createTimedSentences(3000, 4500)],
      ]),
    ).toBe(2500);
    expect(
      computeClipDurationMs([createTimedSentences(2000, 3000), createTimedSentences(0, 4500)]),
    ).toBe(5500 + CLIP_TURN_GAP_MS);
  });

  it("is estimated from the length of its text before a recording exists", () => {
    expect(estimateSentenceTimes(["a".repeat(12), "a".repeat(24)])).toEqual([
      { text: "a".repeat(12), startMs: 0, endMs: 1000 },
      { text: "a".repeat(24), startMs: 1000, endMs: 3000 },
    ]);
  });
});

it("the title of a clip is its text in quotation marks and its speaker", () => {
  expect(buildClipTitle("Streets belong to people.", "Claude, For", "en")).toBe(
    "“Streets belong to people.” Claude, For",
  );
  expect(buildClipTitle('He said: “No.” And "yes."', "Claude, For", "en")).toBe(
    "“He said: ‘No.’ And ‘yes.’” Claude, For",
  );
});
