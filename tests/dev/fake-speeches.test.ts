import { composeVerdict, judgeTurn } from "#infra/dev/fakes/models/generator/judge.ts";
import { findTopicWords } from "#infra/dev/fakes/models/generator/topic-words.ts";
import { writeSpeech } from "#infra/dev/fakes/models/generator/write-speech.ts";
import type { PastTurn, SpeechRequest } from "#infra/dev/fakes/models/parse-prompt.ts";
import { FORMATS, type Format } from "#shared/domain/debates/debate.ts";
import { selectRuling } from "#shared/domain/debates/judging/ruling.ts";
import { findLiteralQuotes } from "#shared/domain/debates/judging/literal-quotes.ts";
import { getTurnType, MAX_TURNS, WORD_TARGET } from "#shared/domain/debates/turn.ts";

const TOPICS = [
  "Should cities ban private cars from their centres?",
  "Is Python better than JavaScript for beginners?",
  "Pineapple belongs on pizza",
  "Universal basic income",
  "Should libraries open at night?",
  "Does money buy happiness?",
  "What is the meaning of life?",
  "Tea or coffee",
  "Los perros son mejores que los gatos",
  "人工智能会取代人类吗？",
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

  test("name the topic's own words in every turn", () => {
    for (const { topic, turns } of DEBATES) {
      const { phrases } = findTopicWords(topic);
      const isNamed = ({ text }: PastTurn) => phrases.some((phrase) => text.includes(phrase));
      expect(turns.filter((turn) => !isNamed(turn))).toEqual([]);
    }
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
    expect(roast).toMatch(/chatbot|toaster/);
    expect(standard).not.toMatch(/Honourable judge|criterion|toaster/);
  });

  test.each([
    ["Tea or coffee", "the better choice is tea", "the better choice is coffee"],
    ["Should libraries open at night?", "the answer is yes", "the answer is no"],
    ["Pineapple belongs on pizza", "the motion is right", "the motion is wrong"],
    ["What is art?", "the question has a good answer", "the question has no good answer"],
  ])("argue their own side at the end: %s", (topic, pro, contra) => {
    const turns = writeDebate(topic, "standard", 6);
    expect(turns[4]?.text).toContain(pro);
    expect(turns[5]?.text).toContain(contra);
  });

  test("name the kind of speech by their first paragraph", () => {
    const turns = writeDebate("Should libraries open at night?", "standard", 6);
    const starts = turns.map(({ text }) => text.split("\n\n")[0] ?? "");
    expect(starts[0]).toMatch(/^The answer to “Should libraries open at night\?” is \*yes\*/);
    expect(starts[1]).toMatch(/^The answer to “Should libraries open at night\?” is \*no\*/);
    expect(starts[4]).toMatch(/near the end/);
    expect(starts[5]).toMatch(/The last word/);
  });

  test("quote a previous turn of a real model", () => {
    const text = "Bans hurt the poorest shops most of all. Have you budgeted for that?";
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

  test("never quote a removed speech", () => {
    const debate: PastTurn[] = [{ number: 1, side: "For", text: "(This speech was removed.)" }];
    for (const format of FORMATS) {
      const request = { topic: "Homework", format, side: "Against", speech: "opening" } as const;
      expect(writeSpeech({ ...request, turn: 2, maxTurns: 4, debate })).not.toContain("removed");
    }
  });

  test.each(["Wat vindt u hiervan, en waarom eigenlijk?", "?!?!?", "     ", "x".repeat(300)])(
    "are complete for any topic: %s",
    (topic) => {
      const request = { topic, format: "oxford", side: "For", speech: "opening" } as const;
      expect(writeSpeech({ ...request, turn: 1, maxTurns: 10, debate: [] })).toMatch(/[.!?]$/);
    },
  );
});

describe("the phrases of a topic", () => {
  test.each([
    ["Should cities ban private cars from their centres?", ["cities", "private cars", "centres"]],
    ["Is Python better than JavaScript for beginners?", ["Python", "JavaScript", "beginners"]],
    ["Should voting be compulsory?", ["voting"]],
    ["Is a hot dog a sandwich?", ["a hot dog", "a sandwich"]],
    ["Does money buy happiness?", ["money"]],
    ["What is the meaning of life?", ["the meaning of life"]],
    ["Should libraries open at night?", ["libraries"]],
    ["Is it wrong to eat animals?", ["animals"]],
    ["Die Hard is a Christmas movie", ["Die Hard", "a Christmas movie"]],
    ["ABOLISH THE MONARCHY!!!", ["the monarchy"]],
    ["Should every child learn to code?", ["every child"]],
    ["Homework", ["homework"]],
    ["AI", ["AI"]],
    ["Los perros son mejores", ["“Los perros son mejores”"]],
    ["?!?!?", ["this question"]],
  ])("fit after a preposition: %s: %j", (topic, phrases) => {
    expect(findTopicWords(topic).phrases).toEqual(phrases);
  });
});

describe("a fake judge", () => {
  const judgements = DEBATES.flatMap(({ topic, turns }) =>
    turns.map((turn) => ({ turn, judgement: judgeTurn(turn, topic) })),
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

  test("compares both sides by name, in agreement with the given scores", () => {
    for (const { turns } of DEBATES) {
      expect(composeVerdict(turns)).toMatch(/For.*Against|Against.*For/s);
      expect(composeVerdict(turns, { For: 4, Against: 8 })).toMatch(/^Against/);
      expect(composeVerdict(turns, { For: 8, Against: 4 })).toMatch(/^For/);
      expect(composeVerdict(turns, { For: 6, Against: 6 })).toMatch(/level|Neither/);
    }
  });
});
