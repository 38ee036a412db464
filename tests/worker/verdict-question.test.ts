import { ROLES } from "#shared/domain/debates/side.ts";
import {
  combineAnswers,
  type DecidedWinner,
  isTextConsistent,
  MARGINS,
  summarizeDecision,
  type VerdictAnswer,
} from "#shared/domain/debates/judging/decision.ts";
import type { PromptSpeech } from "#worker/prompts/prompt-transcript.ts";
import {
  buildVerdictQuestion,
  createVerdictReadingReply,
} from "#worker/prompts/verdict-question.ts";

const MIRROR = { bot_a: "bot_b", bot_b: "bot_a", draw: "draw" } as const;
const mirror = <T extends { winner: DecidedWinner }>(answer: T): T => ({
  ...answer,
  winner: MIRROR[answer.winner],
});

/** Every answer that a judge can give. */
const ANSWERS: VerdictAnswer[] = [
  ...ROLES.flatMap((winner) => MARGINS.map((margin) => ({ winner, margin }))),
  { winner: "draw", margin: null },
];
const PAIRS = ANSWERS.flatMap((first) => ANSWERS.map((second) => [first, second] as const));

describe("a decision from two answers", () => {
  it("is mirrored when all labels are exchanged, and does not depend on the order", () => {
    for (const [first, second] of PAIRS) {
      const decision = combineAnswers(first, second);
      expect(combineAnswers(mirror(first), mirror(second))).toEqual(mirror(decision));
      expect(combineAnswers(second, first)).toEqual(decision);
    }
  });

  it("names a winner only if both answers do, with the smaller margin", () => {
    for (const [first, second] of PAIRS) {
      const { winner, margin, wavered } = combineAnswers(first, second);
      expect(wavered).toBe(first.winner !== second.winner);
      expect(winner).toBe(wavered ? "draw" : first.winner);
      const smaller = Math.min(Number(first.margin), Number(second.margin));
      expect(margin).toBe(winner === "draw" ? null : smaller);
    }
  });

  it.each([
    [{ winner: "bot_a", margin: 1, wavered: false }, "For, by a narrow margin"],
    [{ winner: "bot_b", margin: 3, wavered: false }, "Against, by a decisive margin"],
    [{ winner: "draw", margin: null, wavered: false }, "a draw"],
    [{ winner: "draw", margin: null, wavered: true }, "the judge wavered"],
  ] as const)("%j is summarized as: %s", (decision, text) => {
    expect(summarizeDecision(decision)).toBe(text);
  });

  it("contradicts a text that names another winner than the scores or the decision", () => {
    const scores = { botA: 7, botB: 6 };
    expect(isTextConsistent("bot_a", scores, { winner: "bot_a" })).toBe(true);
    expect(isTextConsistent("bot_b", scores, { winner: "bot_b" })).toBe(false);
    expect(isTextConsistent("bot_a", scores, { winner: "draw" })).toBe(false);
    expect(isTextConsistent("bot_b", { botA: null, botB: 6 }, { winner: "bot_b" })).toBe(true);
    expect(isTextConsistent("bot_b", null, null)).toBe(true);
  });
});

describe("the two questions", () => {
  const debate = { topic: "Cities should ban cars", language: null, format: "standard" } as const;
  const speeches: PromptSpeech[] = [1, 2, 3, 4].map((turnNumber) => ({
    turnNumber,
    role: turnNumber % 2 === 1 ? "bot_a" : "bot_b",
    content: `Speech ${turnNumber}.`,
  }));
  const exchanged = speeches.map((speech) => ({ ...speech, role: MIRROR[speech.role] }));
  const swapStances = (text: string): string =>
    text.replaceAll(/For the motion|Against the motion/g, (stance) =>
      stance.startsWith("For") ? "Against the motion" : "For the motion",
    );

  it("differ in nothing but labels and order", () => {
    for (const first of ROLES) {
      const question = buildVerdictQuestion(debate, speeches, first, "3f");
      const mirrored = buildVerdictQuestion(debate, exchanged, MIRROR[first], "3f");
      expect(mirrored).toEqual({ ...question, user: swapStances(question.user) });
    }
  });

  const SPELLINGS =
    'A;b;Speaker A;Speaker B.;**A**;"B";speaker_b;\uFF21;A \u2014 A;\u0410;\u0412;\u0391;\u0392;draw;Tie;A draw;none;Neither side'.split(
      ";",
    );

  it.each(SPELLINGS)("read the answer %j as mirrored winners", (winner) => {
    const reply = { winner, margin: 2, reasoning: "Clear." };
    const [first, second] = ROLES.map((role) => createVerdictReadingReply(role).parse(reply));
    expect(second).toEqual(first && mirror(first));
  });

  it.each([
    ["For", "bot_a"],
    ["against", "bot_b"],
    ["For the motion", "bot_a"],
    ["Side: Against", "bot_b"],
  ])("read the side %s as the same side", (winner, role) => {
    for (const first of ROLES)
      expect(
        createVerdictReadingReply(first).parse({ winner, margin: "3", reasoning: "Clear." }),
      ).toEqual({ winner: role, margin: 3, reasoning: "Clear." });
  });

  it("read a speaker with the speaker's side", () => {
    const reply = { winner: "Speaker A (Against)", margin: 1, reasoning: "Clear." };
    expect(createVerdictReadingReply("bot_b").parse(reply)).toMatchObject({ winner: "bot_b" });
    expect(createVerdictReadingReply("bot_a").safeParse(reply).success).toBe(false);
  });

  it.each([["2"], ["2.0"], [" 2/3"], ["2 (clear)"], ["clear"], ["Clear margin"], [2]])(
    "read the margin %j",
    (margin) => {
      const reply = { winner: "A", margin, reasoning: "Clear." };
      expect(createVerdictReadingReply("bot_a").parse(reply)).toMatchObject({ margin: 2 });
    },
  );

  it.each([
    ["no winner", { margin: 2, reasoning: "Clear." }],
    ["another winner", { winner: "C", margin: 2, reasoning: "Clear." }],
    ["two winners", { winner: "A or B", margin: 2, reasoning: "Clear." }],
    ["no speaker as winner", { winner: "Speaker", margin: 2, reasoning: "Clear." }],
    ["a negated winner", { winner: "not A", margin: 2, reasoning: "Clear." }],
    ["a margin between two", { winner: "A", margin: "1.5", reasoning: "Clear." }],
    ["a negative margin", { winner: "A", margin: "-2", reasoning: "Clear." }],
    ["a margin that is true", { winner: "A", margin: true, reasoning: "Clear." }],
    ["a sentence as winner", { winner: "A, because", margin: 2, reasoning: "Clear." }],
    ["no margin", { winner: "A", reasoning: "Clear." }],
    ["a margin of 0", { winner: "A", margin: 0, reasoning: "Clear." }],
    ["a margin of 4", { winner: "A", margin: 4, reasoning: "Clear." }],
    ["no text", { winner: "A", margin: 2, reasoning: " " }],
  ])("refuse an answer with %s", (_what, reply) => {
    expect(createVerdictReadingReply("bot_a").safeParse(reply).success).toBe(false);
  });

  it("need no margin for a draw", () => {
    const reply = { winner: "draw", margin: 0, reasoning: "Level." };
    expect(createVerdictReadingReply("bot_b").parse(reply)).toEqual({ ...reply, margin: null });
  });
});
