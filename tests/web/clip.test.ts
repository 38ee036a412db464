/** @jest-environment ./tests/web/browser.cjs */
import type { ClipView } from "#shared/contract/debates/clip.ts";
import type { LanguageTag } from "#shared/domain/debates/language/language.ts";
import { type TimedSentence, formatClip } from "#shared/domain/audio/clip.ts";
import {
  isShareableClip,
  getClipDurationMs,
  getInitialClip,
  getAdjacentSentence,
  type TimedTurn,
} from "#web/features/clips/clip-range.ts";
import { getPassageState } from "#web/features/clips/linked/play-clip.ts";
import {
  toClipTimeline,
  computeLoudness,
  getTrackLanguage,
} from "#web/features/clips/video/scene.ts";
import { findSelectedSentences } from "#web/features/clips/selection/find-selected-sentences.ts";
import { type TextContext, drawText } from "#web/features/clips/video/draw-text.ts";
import { IDLE_PLAYER_STATE, type PlayerState } from "#web/lib/player/player-state.ts";
import { createCompletedPlaylist } from "./player-simulator.ts";

/** Builds sentences with these durations, in seconds. */
const createSentences = (...seconds: number[]): TimedSentence[] => {
  let at = 0;
  return seconds.map((length, n) => {
    const startMs = at;
    at += length * 1000;
    return { text: `Sentence ${n + 1}.`, startMs, endMs: at };
  });
};

const parseClip = (clip: string) => {
  const [from = "", to = ""] = clip.split("-");
  const parsePosition = (each: string) => {
    const [turnNumber = 0, sentence = 0] = each.split(".").map(Number);
    return { turnNumber, sentence };
  };
  return { from: parsePosition(from), to: parsePosition(to) };
};

describe("a clip of timed sentences", () => {
  const turns: TimedTurn[] = [
    { turnNumber: 2, role: "bot_b", sentences: createSentences(10, 10) },
    { turnNumber: 3, role: "bot_a", sentences: createSentences(5, 5, 5, 5, 5, 5, 30, 20, 70) },
    { turnNumber: 4, role: "bot_b", sentences: createSentences(5, 35) },
  ];

  test.each([
    ["the selection", { first: 2, last: 3 }, "3.2-3.3"],
    ["the first minute of a longer selection", { first: 4, last: 8 }, "3.4-3.7"],
    ["the current sentence and the following ones", { positionS: 6 }, "3.2-3.5"],
    ["the first sentences when nothing plays", {}, "3.1-3.4"],
    ["a last sentence of any length", { positionS: 1000 }, "3.9-3.9"],
    [
      "a link's sentences of two turns",
      { turnNumber: 2, first: 2, last: 3, lastTurn: 3 },
      "2.2-3.3",
    ],
    ["the beginning of a link that is too long", { first: 8, last: 2, lastTurn: 4 }, "3.8-3.8"],
  ])("initially contains %s", (_what, request, expected) => {
    expect(formatClip(getInitialClip(turns, { turnNumber: 3, ...request }))).toBe(expected);
  });

  test.each([
    ["3.1-3.6", true],
    ["3.1-3.7", true],
    ["3.1-3.8", false],
    ["3.9-3.9", false],
    ["3.0-3.1", false],
    ["3.3-3.2", false],
    ["3.9-3.10", false],
    ["2.1-3.6", true],
    ["2.2-3.7", false],
    ["2.1-4.1", false],
    ["3.8-4.1", false],
    ["4.1-4.3", false],
    ["1.9-2.1", false],
  ])("may be shared as %s: %s", (clip, expected) => {
    expect(isShareableClip(turns, parseClip(clip))).toBe(expected);
  });

  test.each([
    ["3.2", 1, "3.3"],
    ["3.9", 1, "4.1"],
    ["3.1", -1, "2.2"],
    ["4.2", 1, "5.1"],
    ["2.1", -1, "1.0"],
  ] as const)("has beside %s, in direction %i, the sentence %s", (start, by, beside) => {
    const { from } = parseClip(`${start}-${start}`);
    const { turnNumber, sentence } = getAdjacentSentence(turns, from, by);
    expect(`${turnNumber}.${sentence}`).toBe(beside);
  });

  test("has a duration that includes the pause between two speakers", () => {
    expect(getClipDurationMs(turns, parseClip("3.2-3.4"))).toBe(15_000);
    expect(getClipDurationMs(turns, parseClip("2.2-3.2"))).toBe(20_600);
  });

  test("has a timeline of its own across speakers", () => {
    const answered = [
      { role: "bot_b", sentences: createSentences(10, 10).slice(1) },
      { role: "bot_a", sentences: createSentences(5, 5) },
    ] as const;
    expect(toClipTimeline(answered).map(({ role, startMs }) => [role, startMs])).toEqual([
      ["bot_b", 0],
      ["bot_a", 10_600],
      ["bot_a", 15_600],
    ]);
  });
});

describe("the selected sentences", () => {
  const sentences = ["Streets belong to people.", "Cars take them.", "Why?"];
  const select = (from: number, to: number) => {
    const speech = document.createElement("div");
    speech.textContent = sentences.join(" ");
    document.body.replaceChildren(speech);
    const [words] = speech.childNodes;
    const range = document.createRange();
    range.setStart(words as Node, from);
    range.setEnd(words as Node, to);
    const selection = document.getSelection() as Selection;
    selection.removeAllRanges();
    selection.addRange(range);
    return findSelectedSentences(speech, selection, sentences);
  };

  test.each([
    ["within one sentence", 3, 6, { first: 1, last: 1 }],
    ["across two sentences", 20, 30, { first: 1, last: 2 }],
    ["all sentences", 0, 46, { first: 1, last: 3 }],
    ["an empty selection", 3, 3, null],
    ["the space between two", 25, 26, null],
  ])("are those that contain selected words: %s", (_what, from, to, found) => {
    expect(select(from, to)).toEqual(found);
  });
});

describe("a playing clip", () => {
  const playlist = createCompletedPlaylist(2);
  const [track] = playlist.tracks;
  const passage: ClipView["passages"][number] = {
    turnId: track?.turnId ?? 0,
    turnNumber: 1,
    role: "bot_a",
    type: "opening",
    model: null,
    version: 1,
    first: 2,
    sentences: createSentences(5, 5, 5).slice(1, 2),
  };
  const playing = {
    ...IDLE_PLAYER_STATE,
    playlist,
    track: track ?? null,
    phase: "playing",
    isLoaded: true,
  } as const;

  test.each<[string, Partial<PlayerState>, string]>([
    ["before its end", { position: 9.8 }, "on"],
    ["at its end", { position: 9.95 }, "over"],
    ["shortly after its end", { position: 10.4 }, "over"],
    ["at the end of the turn", { position: 10, hasFinished: true, phase: "stopped" }, "over"],
    ["while it loads", { phase: "loading", position: 0 }, "on"],
    ["after seeking back", { position: 2 }, "left"],
    ["after seeking forward", { position: 13 }, "left"],
    ["after a stop", { phase: "stopped", position: 0 }, "left"],
    ["while another turn plays", { track: playlist.tracks[1] ?? null, position: 7 }, "left"],
    ["after the player was closed", { ...IDLE_PLAYER_STATE }, "left"],
  ])("has the right state %s", (_where, change, expected) => {
    expect(getPassageState(passage, { ...playing, ...change })).toBe(expected);
  });
});

describe("the picture of a clip", () => {
  test("scales its bars to the loudest part", () => {
    const samples = Float32Array.from([0.1, -0.1, 0.4, -0.4, 0, 0]);
    expect(computeLoudness(samples, 3).map((level) => level.toFixed(2))).toEqual([
      "0.25",
      "1.00",
      "0.00",
    ]);
    expect(computeLoudness(new Float32Array(4), 2)).toEqual([0, 0]);
  });

  /** A fake canvas whose letters are half as wide as they are high. */
  const createFakeContext = () => {
    const drawn: { text: string; x: number; y: number; color: unknown }[] = [];
    let font = "";
    const fakeContext = {
      fillStyle: "",
      direction: "ltr",
      textAlign: "start",
      get font() {
        return font;
      },
      set font(now: string) {
        font = now;
      },
      measureText: (text: string) => ({ width: (text.length * Number.parseInt(font, 10)) / 2 }),
      fillText: (text: string, x: number, y: number) =>
        void drawn.push({ text, x, y, color: fakeContext.fillStyle }),
    };
    return { pen: fakeContext as unknown as TextContext, drawn, own: fakeContext };
  };
  const font = { font: "SIZE x", maxSize: 40, minSize: 20 };
  const colors = { spokenColor: "lit", unspokenColor: "unlit" };
  const box = { x: 10, y: 0, width: 200, height: 110 };
  const inEnglish = (text: string) => ({ text, language: "en" });

  test("breaks words into lines and reduces the font size to fit", () => {
    const { pen: context, drawn, own: fakeContext } = createFakeContext();
    drawText(context, inEnglish("Ten letter words"), box, font, colors);
    expect(fakeContext.font).toBe("40px x");
    expect(drawn.map(({ text, x }) => [text, x])).toEqual([
      ["Ten", 10],
      ["letter", 90],
      ["words", 10],
    ]);
    drawText(
      context,
      inEnglish("Ten letter words are too much for so few lines"),
      box,
      font,
      colors,
    );
    expect(fakeContext.font).not.toBe("40px x");
  });

  test("cuts text that does not fit at the smallest font size, with an ellipsis", () => {
    const { pen: context, drawn } = createFakeContext();
    drawText(context, inEnglish("word ".repeat(100).trim()), { ...box, height: 60 }, font, colors);
    expect(drawn.at(-1)?.text).toBe("word…");
    expect(Math.max(...drawn.map(({ y }) => y))).toBeLessThanOrEqual(60);
  });

  test("keeps the closing quotation mark of text that does not fit", () => {
    const { pen: context, drawn } = createFakeContext();
    const text = `“${"word ".repeat(100).trim()}”`;
    drawText(context, inEnglish(text), { ...box, height: 60 }, font, colors);
    expect(drawn.at(-1)?.text).toBe("word…”");
    expect(Math.max(...drawn.map(({ x, text: word }) => x + word.length * 10))).toBeLessThanOrEqual(
      box.x + box.width,
    );
  });

  test("leaves no short word alone on the last line", () => {
    const { pen: context, drawn } = createFakeContext();
    drawText(context, inEnglish("aaaa bbbb cc"), box, { ...font, minSize: 40 }, colors);
    expect(drawn.map(({ text, x }) => [text, x])).toEqual([
      ["aaaa", 10],
      ["bbbb", 10],
      ["cc", 110],
    ]);
  });

  test("moves a word to the last line if narrower lines do not help", () => {
    const { pen: context, drawn } = createFakeContext();
    const tallBox = { ...box, height: 400 };
    drawText(context, inEnglish("aaaaa bbbb ccccc ddd e"), tallBox, font, colors);
    expect(drawn.map(({ text, x }) => [text, x])).toEqual([
      ["aaaaa", 10],
      ["bbbb", 130],
      ["ccccc", 10],
      ["ddd", 10],
      ["e", 90],
    ]);
  });

  test("puts the ellipsis of a cut text in the place of a comma", () => {
    for (const word of ["word, ", "安排，"]) {
      const { pen: context, drawn } = createFakeContext();
      drawText(context, inEnglish(word.repeat(100)), { ...box, height: 60 }, font, colors);
      expect(drawn.at(-1)?.text).toBe(word.replace(/[,，] ?$/, "…"));
    }
  });

  test("breaks a word that is longer than a line", () => {
    const { pen: context, drawn } = createFakeContext();
    drawText(context, inEnglish("x".repeat(25)), box, { ...font, minSize: 40 }, colors);
    expect(drawn.map(({ text }) => text.length)).toEqual([10, 11]);
  });

  test("highlights the spoken words", () => {
    const { pen: context, drawn } = createFakeContext();
    drawText(context, inEnglish("One two three"), box, font, colors, 5);
    expect(drawn.map(({ color }) => color)).toEqual(["lit", "lit", "unlit"]);
  });

  test("starts at the right for scripts that are read from right to left", () => {
    const { pen: context, drawn, own: fakeContext } = createFakeContext();
    drawText(context, inEnglish("هل هذا"), box, font, colors);
    expect([fakeContext.direction, drawn[0]?.x]).toEqual(["rtl", 210]);
    expect(drawn[1]?.x).toBeLessThan(210);
  });

  const draw = (text: string, language: LanguageTag, spoken?: number) => {
    const { pen, drawn, own } = createFakeContext();
    drawText(pen, { text, language }, { ...box, width: 400 }, font, colors, spoken);
    return { drawn, direction: own.direction };
  };
  const listLines = ({ drawn }: ReturnType<typeof draw>) =>
    [...new Set(drawn.map(({ y }) => y))].map((at) =>
      drawn.flatMap(({ text, y }) => (y === at ? [text] : [])),
    );

  test("starts at the right in a right-to-left language even after a Latin name", () => {
    expect(draw("ChatGPT هل هذا", "ar").direction).toBe("rtl");
    expect(draw("ChatGPT هل هذا", "en").direction).toBe("ltr");
  });

  test("draws a line with both directions as one piece, so that a name keeps its order", () => {
    expect(listLines(draw("هل Blue Team", "ar"))).toEqual([["هل Blue Team"]]);
  });

  test("breaks Chinese between words, and never before a full stop or after a bracket", () => {
    const lines = listLines(draw("城市应该禁止汽车吗。（城市应该禁止汽车吗）。".repeat(3), "zh"));
    expect(lines.length).toBeGreaterThan(2);
    const texts = lines.map((pieces) => pieces.join(""));
    expect(texts.filter((text) => /^[。）]|（$/.test(text))).toEqual([]);
    expect(texts.join("")).toBe("城市应该禁止汽车吗。（城市应该禁止汽车吗）。".repeat(3));
  });

  test("breaks Japanese between phrases, and not before an ending or a particle", () => {
    const speech =
      "私たちは怠けたいのではなく、時間を大切なことに使いたいのです。勤務を正しい形に戻すことです。";
    const starts = listLines(draw(speech, "ja")).map((pieces) => pieces.join("").slice(0, 2));
    expect(starts.length).toBeGreaterThan(1);
    const pieces = listLines(draw(speech, "ja")).flat();
    expect(pieces).toEqual(expect.arrayContaining(["怠けたいのではなく、", "使いたいのです。"]));
  });

  test("breaks long Japanese texts between words, so that their lines are even", () => {
    const speech = "使いたいのです。";
    expect(listLines(draw(speech, "ja")).flat()).toEqual([speech]);
    expect(listLines(draw(speech.repeat(10), "ja")).flat()).not.toContain(speech);
  });

  test.each([
    ["pt-BR", "por"],
    ["zh-Hant-TW", "zho"],
    ["th", "und"],
  ])("names %s in videos by its code %s", (language, code) => {
    expect(getTrackLanguage(language)).toBe(code);
  });

  test("keeps French punctuation marks and their spaces on the line of their word", () => {
    const { drawn } = draw("« Bien » dit-il : oui ?", "fr");
    expect(drawn.map(({ text }) => text)).toEqual([
      "«\u00a0Bien\u00a0»",
      "dit-il\u00a0:",
      "oui\u00a0?",
    ]);
  });

  test.each([
    ["zh", /^\d+px 'PingFang SC', .+, x$/],
    ["zh-Hant-TW", /'PingFang TC'/],
    ["ja", /'Hiragino Sans'/],
    ["ko", /'Apple SD Gothic Neo'/],
    ["es", /^\d+px x$/],
  ])("draws the Chinese characters of %s with the language's fonts", (language, used) => {
    const { pen, own } = createFakeContext();
    drawText(pen, { text: "直", language }, box, font, colors);
    expect(own.font).toMatch(used);
  });

  test("highlights the spoken words of Thai, which has no spaces", () => {
    const { drawn } = draw("ควรห้ามรถ", "th", 4);
    expect(drawn.map(({ text, color }) => [text, color])).toEqual([
      ["ควร", "lit"],
      ["ห้าม", "lit"],
      ["รถ", "unlit"],
    ]);
  });

  test("keeps an emoji of several characters whole in a word that is longer than a line", () => {
    const family = "👩‍👩‍👧";
    const pieces = draw(family.repeat(30), "en").drawn.map(({ text }) => text.replace("…", ""));
    expect(pieces.join("").length).toBeGreaterThan(family.length);
    expect(pieces.every((piece) => piece.length % family.length === 0)).toBe(true);
  });
});
