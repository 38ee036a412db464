import { generateDebates } from "#infra/dev/samples/generate-debate.ts";
import { SAMPLE_DEBATES } from "#infra/dev/samples/sample-debates.ts";
import {
  composeVerdict,
  composeTurnJudgement,
} from "#infra/dev/fakes/models/prose/compose-judgement.ts";
import { parseMotion } from "#infra/dev/fakes/models/prose/parse-motion.ts";
import type { PastTurn, SpeechRequest } from "#infra/dev/fakes/models/prose/speech-request.ts";
import { writeSpeech } from "#infra/dev/fakes/models/prose/write-speech.ts";
import { FORMATS, type Format } from "#shared/domain/debates/debate.ts";
import { selectRuling } from "#shared/domain/debates/ruling.ts";
import { findLiteralQuotes } from "#shared/domain/debates/score.ts";
import { MAX_TURNS, getTurnType, WORD_TARGET } from "#shared/domain/debates/turn.ts";

const TOPICS = [
  "Should cities ban private cars from their centres?",
  "Is Python better than JavaScript for beginners?",
  "Pineapple belongs on pizza",
  "Universal basic income",
  "Should voting be compulsory?",
  "Does money buy happiness?",
  "What is the meaning of life?",
  "Los perros son mejores que los gatos",
];

const writeDebate = (topic: string, format: Format, maxTurns: number): PastTurn[] => {
  const debate: PastTurn[] = [];
  for (let turn = 1; turn <= maxTurns; turn += 1) {
    const side = turn % 2 === 1 ? "For" : "Against";
    const speech = getTurnType(turn, maxTurns);
    const request: SpeechRequest = { topic, format, side, speech, turn, maxTurns, debate };
    debate.push({ number: turn, side, text: writeSpeech(request) });
  }
  return debate;
};

const DEBATES = TOPICS.flatMap((topic) =>
  FORMATS.map((format) => ({ topic, format, turns: writeDebate(topic, format, MAX_TURNS) })),
);

const splitIntoSentences = (text: string): string[] =>
  text.split(/\n+/).flatMap((paragraph) => paragraph.split(/(?<=[.!?])\s+/));
const countWords = (text: string): number => text.split(/\s+/).length;
const findQuotes = (text: string): string[] =>
  [...text.matchAll(/“([^”]+)”/g)].map(([, quote = ""]) => quote);

describe("the speeches of a fake model", () => {
  test("repeat no sentence in a debate of twenty turns", () => {
    for (const { turns } of DEBATES) {
      const sentences = turns.flatMap((turn) => splitIntoSentences(turn.text));
      const repeated = sentences.filter((sentence, i) => sentences.indexOf(sentence) !== i);
      expect(repeated).toEqual([]);
    }
  });

  test("quote at least five words of the previous turn", () => {
    for (const { turns } of DEBATES) {
      for (const [i, turn] of turns.entries()) {
        const before = turns[i - 1]?.text;
        if (before === undefined) continue;
        const taken = findQuotes(turn.text).filter((quote) => before.includes(quote));
        expect(Math.max(0, ...taken.map(countWords))).toBeGreaterThanOrEqual(5);
      }
    }
  });

  test("have 60 to 150 % of the requested length", () => {
    for (const { turns } of DEBATES) {
      for (const turn of turns) {
        const target = WORD_TARGET[getTurnType(turn.number, MAX_TURNS)];
        expect(countWords(turn.text)).toBeGreaterThan(target * 0.6);
        expect(countWords(turn.text)).toBeLessThan(target * 1.5);
      }
    }
  });

  test("name the topic in at least nine of ten turns", () => {
    const turns = writeDebate("Should cities ban private cars from their centres?", "standard", 10);
    const topical = turns.filter((turn) => /private cars/i.test(turn.text));
    expect(topical.length).toBeGreaterThanOrEqual(9);
  });

  test("contain no remains of templates", () => {
    for (const { turns } of DEBATES) {
      for (const { text } of turns) {
        expect(text).not.toMatch(/undefined|NaN|[{}[\]|]| {2}|\s[.,;:]|\.\.|'/);
        for (const paragraph of text.split("\n\n")) expect(paragraph).toMatch(/^[^a-z\s]/);
        expect(text).toMatch(/[.!?]$/);
      }
    }
  });

  test("are the same for the same request", () => {
    const [topic = ""] = TOPICS;
    expect(writeDebate(topic, "roast", 6)).toEqual(writeDebate(topic, "roast", 6));
  });

  test("sound different in every format", () => {
    const [topic = ""] = TOPICS;
    const texts = FORMATS.map((format) =>
      writeDebate(topic, format, 10)
        .map((turn) => turn.text)
        .join("\n"),
    );
    const [standard, oxford, lincolnDouglas, roast] = texts;
    expect(oxford).toMatch(/Honourable judge/);
    expect(lincolnDouglas).toMatch(/criterion/);
    expect(roast).toMatch(/chatbot|toaster|tokens|training|autocomplete/);
    expect(standard).not.toMatch(/Honourable judge|criterion|toaster/);
    expect(new Set(texts.flatMap((text) => text.split("\n\n")[0])).size).toBe(FORMATS.length);
  });

  test("argue their own side from the first turn to the last", () => {
    const turns = writeDebate("Tea or coffee", "standard", 6);
    expect(turns[0]?.text).toContain("tea is better than coffee");
    expect(turns[1]?.text).toContain("tea is not better than coffee");
    expect(turns[4]?.text).toContain("tea is better than coffee");
    expect(turns[5]?.text).toContain("tea is not better than coffee");
  });

  test("quote a previous turn of a real model", () => {
    const text = "Bans hurt the poorest shops most of all. Nobody budgets for that. Have you?";
    const speech = writeSpeech({
      topic: "Should cities ban private cars from their centres?",
      format: "standard",
      side: "Against",
      speech: "rebuttal",
      turn: 4,
      maxTurns: 10,
      debate: [{ number: 3, side: "For", text }],
    });
    expect(speech).toContain("“Bans hurt the poorest shops most of all”");
  });
});

/** Number of words in a compared phrase. */
const PHRASE = 7;
/** Returns the phrases of a text, without quotes and without the words of its motion. */
const extractPhrases = (text: string, topic: string): string[] => {
  const { statement, denial, act } = parseMotion(topic);
  const own = [statement, denial, act]
    .reduce(
      (rest, words) =>
        rest.replaceAll(new RegExp(words.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&"), "gi"), "§"),
      text,
    )
    .replace(/“[^”]*”/g, "§");
  const words = own.toLowerCase().match(/[\p{L}’]+|§/gu) ?? [];
  return words
    .map((_, start) => words.slice(start, start + PHRASE))
    .filter((phrase) => phrase.length === PHRASE && !phrase.includes("§"))
    .map((phrase) => phrase.join(" "));
};
const findRepeated = (phrases: readonly string[]): string[] =>
  phrases.filter((phrase, i) => phrases.indexOf(phrase) !== i);

describe("no phrase is repeated", () => {
  test.each(TOPICS.flatMap((topic) => FORMATS.map((format) => [topic, format] as const)))(
    "in a debate: %s, %s",
    (topic, format) => {
      const turns = writeDebate(topic, format, 6);
      expect(findRepeated(turns.flatMap(({ text }) => extractPhrases(text, topic)))).toEqual([]);
    },
  );

  test("in all the samples", () => {
    const phrases = generateDebates(SAMPLE_DEBATES).flatMap(({ turns }, n) =>
      turns.flatMap(({ content }) => extractPhrases(content, SAMPLE_DEBATES[n]?.topic ?? "")),
    );
    expect(findRepeated(phrases)).toEqual([]);
  });
});

test("no closing line of a turn is used by both sides", () => {
  const lines = (side: string) =>
    new Set(
      DEBATES.flatMap(({ turns }) => turns)
        .filter((turn) => turn.side === side && turn.number > 2 && turn.number <= MAX_TURNS - 2)
        .map(({ text }) => splitIntoSentences(text).at(-1)),
    );
  expect([...lines("For")].filter((line) => lines("Against").has(line))).toEqual([]);
});

describe("parsing a motion", () => {
  test.each([
    [
      "Should cities ban private cars from their centres?",
      "banning private cars from city centres",
    ],
    ["Should voting be compulsory?", "making voting compulsory"],
    ["Should smartphones be banned in schools?", "banning smartphones in schools"],
    ["Should 16-year-olds be allowed to vote?", "allowing 16-year-olds to vote"],
    ["Should children learn to code in school?", "having children learn to code in school"],
    ["Should robots have rights?", "giving robots rights"],
    ["Should there be a four-day work week?", "having a four-day work week"],
    ["This house would legalise all drugs", "legalising all drugs"],
    ["ABOLISH THE MONARCHY!!!", "abolishing the monarchy"],
  ])("finds the proposed act: %s: %s", (topic, act) => {
    expect(parseMotion(topic)).toMatchObject({ kind: "proposal", act });
  });

  test.each([
    ["Is social media harmful?", "social media is harmful", "social media is not harmful"],
    ["Does money buy happiness?", "money buys happiness", "money does not buy happiness"],
    ["Can machines think?", "machines can think", "machines cannot think"],
    ["Is there life on Mars?", "there is life on Mars", "there is no life on Mars"],
    ["Is a degree still worth it?", "a degree is still worth it", "a degree is no longer worth it"],
    [
      "Pineapple belongs on pizza",
      "pineapple belongs on pizza",
      "pineapple does not belong on pizza",
    ],
    ["Homework", "homework does more good than harm", "homework does more harm than good"],
    ["Cats vs dogs", "cats are better than dogs", "cats are not better than dogs"],
    [
      "Die Hard is a Christmas movie",
      "Die Hard is a Christmas movie",
      "Die Hard is not a Christmas movie",
    ],
  ])("finds the statement and its denial: %s: %s", (topic, statement, denial) => {
    expect(parseMotion(topic)).toMatchObject({ statement, denial });
  });

  test.each([
    "Wat vindt u hiervan, en waarom eigenlijk?",
    "人工智能会取代人类吗？",
    "?!?!?",
    "     ",
  ])("is not required for a complete speech: %s", (topic) => {
    const request = { topic, format: "oxford", side: "For", speech: "opening" } as const;
    expect(writeSpeech({ ...request, turn: 1, maxTurns: 10, debate: [] })).toMatch(/[.!?]$/);
  });
});

test("a removed speech is never quoted", () => {
  const debate: PastTurn[] = [{ number: 1, side: "For", text: "(This speech was removed.)" }];
  for (const format of FORMATS) {
    const request = { topic: "Homework", format, side: "Against", speech: "opening" } as const;
    expect(writeSpeech({ ...request, turn: 2, maxTurns: 4, debate })).not.toContain("removed");
  }
});

describe("a fake judge", () => {
  const judgements = DEBATES.flatMap(({ topic, turns }) =>
    turns.map((turn) => ({ turn, judgement: composeTurnJudgement(turn, topic) })),
  );

  test("gives at least five different integer scores from 1 to 10", () => {
    const scores = judgements.map(({ judgement }) => judgement.score);
    for (const score of scores) expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).toContain(score);
    expect(new Set(scores).size).toBeGreaterThanOrEqual(5);
  });

  test("quotes the turn literally", () => {
    for (const { turn, judgement } of judgements) {
      expect(judgement.quotes.length).toBeGreaterThan(0);
      expect(findLiteralQuotes(judgement.quotes, turn.text)).toEqual(judgement.quotes);
    }
  });

  test("gives feedback of at most three sentences", () => {
    for (const { judgement } of judgements) {
      expect(judgement.feedback).not.toMatch(/undefined|[{}]/);
      const outsideQuotes = judgement.feedback.replace(/“[^”]+”/g, "“…”");
      expect(splitIntoSentences(outsideQuotes).length).toBeLessThanOrEqual(3);
    }
  });

  test("gives rulings of one sentence that need not be cut, different from turn to turn", () => {
    for (const { judgement } of judgements) {
      expect(selectRuling(judgement)).toBe(judgement.ruling);
      expect(splitIntoSentences(judgement.ruling)).toHaveLength(1);
    }
    expect(new Set(judgements.map(({ judgement }) => judgement.ruling)).size).toBeGreaterThan(8);
  });

  test("criticizes a missing example only without one, and praises one only if it exists", () => {
    const hasExample = ({ text }: PastTurn) =>
      /\b(?:picture|think of|ask|imagine|for (?:example|instance))\b/i.test(text);
    const criticism = /concrete case would|phrase where a case|could be checked/;
    const praise =
      /examples are chosen|shows before|step from the example|One scene, however|named and not heard/;
    const notes = judgements.map(({ turn, judgement }) => ({
      turn,
      note: judgement.feedback.replace(/“[^”]+”/g, ""),
    }));
    expect(notes.filter(({ turn, note }) => criticism.test(note) && hasExample(turn))).toEqual([]);
    expect(notes.filter(({ turn, note }) => praise.test(note) && !hasExample(turn))).toEqual([]);
    expect(
      notes.some(({ note }) => criticism.test(note)) && notes.some(({ note }) => praise.test(note)),
    ).toBe(true);
  });

  test("compares both sides by name, in agreement with the given scores", () => {
    for (const { turns } of DEBATES) {
      expect(composeVerdict(turns).reasoning).toMatch(/For.*Against|Against.*For/s);
      expect(composeVerdict(turns, { For: 4, Against: 8 }).reasoning).toMatch(
        /^(?:The debate goes to )?Against/,
      );
      expect(composeVerdict(turns, { For: 6, Against: 6 }).reasoning).toMatch(/level|Neither/);
    }
  });
});
