import type { Decision } from "#shared/domain/debates/judging/decision.ts";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { renderTranscript } from "#shared/domain/debates/sharing/transcript.ts";
import { DEBATE_TEXTS } from "../helpers/debates-by-language.ts";
import { SPEECHES } from "../helpers/speeches-by-language.ts";
import { buildDebate, buildTurn, CONFIG } from "../web/fixtures.ts";

const buildCompletedDebate = (change: Partial<Debate> = {}) =>
  buildDebate({ status: "completed", currentTurn: 2, maxTurns: 2, ...change });

const source = {
  debate: buildCompletedDebate({
    scores: { botA: 8, botB: 7, reasoning: "For had the numbers." },
  }),
  turns: [
    buildTurn(1, {
      score: 8,
      feedback: "Concrete.",
      judge: "grok",
      model: "gpt_5.4",
      judgeModel: "grok-4.3",
    }),
    buildTurn(2, { content: "Two\n\nparagraphs." }),
  ],
  isVisitor: false,
  labelOf: (id: string) => CONFIG.providers.find((provider) => provider.id === id)?.label ?? id,
  link: "https://debate.example/debate/7",
};

test("a plain-text transcript contains all turns, judgements and the verdict", () => {
  expect(renderTranscript("txt", source)).toBe(`Should cities ban cars?
=======================

Format: Standard
For: ChatGPT
Against: Claude
Judge: Grok
Date: 2025-06-01
AI-generated: AI models wrote all speeches and judgements
Link: https://debate.example/debate/7

1. For, ChatGPT, gpt_5.4 (opening)
----------------------------------

The words of turn 1.

[Score 8/10 by grok-4.3. Concrete.]

2. Against, Claude (opening)
----------------------------

Two

paragraphs.

[Not scored]

Verdict
-------

For wins (ChatGPT): 8.0 to 7.0

For had the numbers.
`);
});

test.each([
  ["Sollen Städte?", 14],
  ["城市AI？", 8],
  ["क्या है?", 5],
  ["مدن؟", 4],
])("the rule under the title of a plain-text transcript is as wide as %s", (topic, columns) => {
  const debate = { ...source.debate, topic, language: "ar" };
  const [title = "", rule] = renderTranscript("txt", { ...source, debate }).split("\n");
  expect(title).toContain(topic);
  expect(rule).toBe("=".repeat(columns));
});

test("a transcript contains the decision, which may differ from the scores", () => {
  const render = (decision: Decision) => {
    const scores = { ...source.debate.scores, botA: 8, botB: 7, reasoning: "So.", decision };
    return renderTranscript("txt", { ...source, debate: { ...source.debate, scores } });
  };
  expect(render({ winner: "bot_b", margin: 1, wavered: false })).toContain(
    "For wins (ChatGPT): 8.0 to 7.0\n\nVerdict: Against, by a narrow margin. Asked twice, with the sides exchanged, the judge chose the same side.\n\nSo.",
  );
  expect(render({ winner: "draw", margin: null, wavered: true })).toContain(
    "Verdict: the judge wavered. Asked twice, with the sides exchanged, its answers differed. That counts as a draw.",
  );
  expect(render({ winner: "draw", margin: null, wavered: false })).toContain(
    "Verdict: a draw. Asked twice, with the sides exchanged, the judge called a draw both times.",
  );
});

test("a transcript says how each judge of a panel voted", () => {
  const vote = { winner: "bot_b", margin: 1, wavered: false } as const;
  const panel = [
    { judge: "openai", vote: null },
    { judge: "grok", vote },
    { judge: "claude", vote: { winner: "draw", margin: null, wavered: true } },
  ] as const;
  const decision = { winner: "draw", margin: null, wavered: true } as const;
  const render = (scores: Partial<NonNullable<typeof source.debate.scores>>) =>
    renderTranscript("txt", {
      ...source,
      debate: { ...source.debate, scores: { botA: 8, botB: 7, reasoning: "", ...scores } },
    });
  expect(render({ decision: { ...decision, charter: "" }, panel: [...panel] })).toContain(
    "Verdict: no winner, the judges disagreed. A winner needs the votes of 2 of the 3 judges.\n\nJudges: ChatGPT did not answer, Grok for Against, Claude wavered.",
  );
  expect(render({ panel: [{ judge: "grok", vote: null }, panel[1]] })).toContain(
    "Verdict: none, too few judges answered. 1 of 2 judges answered. A verdict needs 2.",
  );
});

test.each(["txt", "md"] as const)(
  "a transcript as %s contains nothing of a hidden turn, even for admins",
  (kind) => {
    const words = {
      content: "Words that hurt.",
      ruling: "It hurts.",
      feedback: "It hurts.",
      score: 2,
    };
    const text = renderTranscript(kind, {
      ...source,
      turns: [buildTurn(1, { ...words, isHidden: true })],
    });
    expect(text).toContain("This turn is hidden until it is reviewed.");
    expect(text).not.toMatch(/hurt/);
  },
);

test("a transcript in Markdown has headings and quotations", () => {
  const text = renderTranscript("md", source);
  expect(text).toContain("# Should cities ban cars?\n");
  expect(text).toContain("## 2. Against, Claude (opening)\n");
  expect(text).toContain("## 1. For, ChatGPT, gpt\\_5.4 (opening)\n");
  expect(text).toContain("> Score 8/10 by grok-4.3. Concrete.\n");
});

test.each([
  ["before the feedback", "It holds.", "Concrete.", "It holds. Concrete."],
  [
    "once, if the feedback begins with it",
    "It is so here.",
    "It is so here. Good.",
    "It is so here. Good.",
  ],
])("a transcript contains the ruling %s", (_what, ruling, feedback, words) => {
  const turns = [buildTurn(1, { score: 8, ruling, feedback, judge: "grok" })];
  expect(renderTranscript("txt", { ...source, turns })).toContain(`[Score 8/10. ${words}]`);
});

describe("the transcript of a debate that is not in English", () => {
  const render = (kind: "txt" | "md", language: "ar" | "he" | "ja" | "zh" | "es" | "fr") => {
    const { topic, ruling, feedback, verdict } = DEBATE_TEXTS[language];
    const debate = buildCompletedDebate({
      topic,
      language,
      scores: { botA: 8, botB: 7, reasoning: verdict },
    });
    const turns = [
      buildTurn(1, { content: SPEECHES[language], score: 8, ruling, feedback, judge: "grok" }),
    ];
    return renderTranscript(kind, { ...source, debate, turns });
  };

  test.each(["ar", "he"] as const)(
    "as plain text isolates %s words with their full stop in English lines",
    (language) => {
      const { topic, ruling, feedback } = DEBATE_TEXTS[language];
      const text = render("txt", language);
      expect(text).toContain(`[Score 8/10. \u2067${ruling} ${feedback}\u2069]`);
      expect(text.startsWith(`\u200f${topic}\n`)).toBe(true);
    },
  );

  test.each(["ar", "ja", "es"] as const)(
    "as Markdown has speeches and verdict in blocks, and other texts in line, in %s",
    (language) => {
      const { topic, verdict } = DEBATE_TEXTS[language];
      const attributes = `lang="${language}" dir="${language === "ar" ? "rtl" : "auto"}"`;
      const text = render("md", language);
      for (const block of [SPEECHES[language], verdict])
        expect(text).toContain(`\n\n<div ${attributes}>\n\n${block}\n\n</div>\n`);
      expect(text).toContain(`# <span ${attributes}>${topic}</span>\n`);
      expect(text).toContain(`> Score 8/10. <span ${attributes}>`);
    },
  );

  test.each(["txt", "md"] as const)("as %s keeps French marks with their words", (kind) => {
    expect(render(kind, "fr")).toContain("quatre jours par semaine\u00a0?");
  });

  test.each(["ja", "zh"] as const)("has no space between sentences in %s", (language) => {
    const { ruling, feedback } = DEBATE_TEXTS[language];
    for (const kind of ["txt", "md"] as const)
      expect(render(kind, language)).toContain(`${ruling}${feedback}`);
  });
});

test("a transcript omits missing feedback, scores and reasoning", () => {
  const debate = buildCompletedDebate({
    judge: null,
    scores: { botA: 8, botB: 7, reasoning: null },
  });
  const turns = [buildTurn(1, { score: 8, feedback: null }), buildTurn(2, { content: "" })];
  const text = renderTranscript("txt", { ...source, debate, turns });
  expect(text).toContain("\nJudge: none\n");
  expect(text).toContain("\n\n[Score 8/10. ]\n\n");
  expect(text).toContain("----------------------------\n\n[Not scored]\n\n");
  expect(text.endsWith("\n\nFor wins (ChatGPT): 8.0 to 7.0\n")).toBe(true);
});

test("a transcript names no winner before the last turn is judged", () => {
  const turns = [buildTurn(1, { score: 6, feedback: "Fair.", judge: "grok" }), buildTurn(2)];
  const text = renderTranscript("txt", { ...source, debate: buildCompletedDebate(), turns });
  expect(text).toContain("\n\n[Score 6/10. Fair.]\n\n");
  expect(text.endsWith("\n\n[Not scored yet]\n")).toBe(true);
});

test("the transcript of a debate without a judge has no verdict", () => {
  const text = renderTranscript("txt", {
    ...source,
    debate: buildCompletedDebate({ judge: null }),
    turns: [buildTurn(1)],
  });
  expect(text.endsWith("\n\n[Not scored]\n")).toBe(true);
});

test("the transcript of a debate without scores has no verdict", () => {
  const debate = buildCompletedDebate({ scores: { botA: null, botB: null, reasoning: "" } });
  const text = renderTranscript("txt", { ...source, debate, turns: [buildTurn(1)] });
  expect(text.endsWith("\n\n[Not scored]\n")).toBe(true);
});

test("a transcript contains the verdict even if one side has no scores", () => {
  const debate = buildCompletedDebate({
    scores: { botA: null, botB: 7, reasoning: "Against, by a nose." },
  });
  const text = renderTranscript("txt", { ...source, debate });
  expect(text.endsWith("\nVerdict\n-------\n\nAgainst, by a nose.\n")).toBe(true);
});

test("a transcript states a draw for equal scores", () => {
  const debate = buildCompletedDebate({ scores: { botA: 7, botB: 7, reasoning: null } });
  expect(renderTranscript("txt", { ...source, debate })).toContain("Draw: 7.0 to 7.0");
});

test("a plain-text transcript loses emphasis marks, a Markdown transcript keeps them", () => {
  const turns = [buildTurn(1, { content: "They *prove* it.\n\nTwice." })];
  expect(renderTranscript("txt", { ...source, turns })).toContain("They prove it.\n\nTwice.");
  expect(renderTranscript("md", { ...source, turns })).toContain("They *prove* it.\n\nTwice.");
});

test("a Markdown transcript escapes topics and feedback", () => {
  const debate = buildCompletedDebate({ topic: "Is <b>C#</b> *better*?" });
  const turns = [buildTurn(1, { score: 8, feedback: "It said [this](http://x.example)." })];
  const text = renderTranscript("md", { ...source, debate, turns });
  expect(text).toContain("# Is \\<b\\>C\\#\\</b\\> \\*better\\*?\n");
  expect(text).toContain("It said \\[this\\](http://x.example).");
  expect(renderTranscript("txt", { ...source, debate, turns })).toContain("Is <b>C#</b> *better*?");
});

describe("the transcript of a running debate", () => {
  const debate = buildDebate({ currentTurn: 2 });
  const turns = [buildTurn(1, { score: 8, feedback: "Concrete.", judge: "grok" }), buildTurn(2)];

  test("contains the turns and scores so far, without a verdict", () => {
    const text = renderTranscript("txt", { ...source, debate, turns });
    expect(text).toContain("\nTurns: 2 of 10 so far\n");
    expect(text).toContain("[Score 8/10. Concrete.]");
    expect(text.endsWith("[Not scored yet]\n")).toBe(true);
    expect(text).not.toMatch(/Verdict|wins/);
  });

  test("marks turns that will get no score", () => {
    const given = { ...source, debate, turns: [buildTurn(1, { judge: "grok" })] };
    expect(renderTranscript("txt", given)).toContain("[Not scored]");
    const unjudged = { ...given, debate: { ...debate, judge: null }, turns: [buildTurn(1)] };
    expect(renderTranscript("txt", unjudged)).toContain("[Not scored]");
  });
});

test.each([
  ["is running", buildDebate({ currentTurn: 6 }), /Turns: the first 4 of 10\n/],
  [
    "is over",
    buildCompletedDebate({ currentTurn: 10, maxTurns: 10 }),
    /Turns: the first 4 of 10\n/,
  ],
  [
    "is running, with all turns visible",
    buildDebate({ currentTurn: 4 }),
    /Turns: 4 of 10 so far\n/,
  ],
  [
    "is over, with all turns visible",
    buildCompletedDebate({ currentTurn: 4, maxTurns: 4 }),
    /Link: \S+\n\n1\. For/,
  ],
])("a visitor's transcript of a debate that %s contains no judgement", (_what, debate, extent) => {
  const turns = [1, 2, 3, 4].map((turn) => buildTurn(turn));
  const text = renderTranscript("txt", { ...source, debate, turns, isVisitor: true });
  expect(text).toMatch(extent);
  expect(text).not.toMatch(/cored|Verdict/);
});

test("a Markdown transcript shows HTML and images of a speech as text", () => {
  const content =
    "One <script>alert(1)</script> <img src=x onerror=alert(2)> \\<b>bold</b> <!-- x --> ![x](https://evil.example/p.png) 2 < 3.";
  const text = renderTranscript("md", { ...source, turns: [buildTurn(1, { content })] });
  expect(text).toContain(
    "One &lt;script>alert(1)&lt;/script> &lt;img src=x onerror=alert(2)> \\&lt;b>bold&lt;/b> &lt;!-- x --> &#33;[x](https://evil.example/p.png) 2 < 3.",
  );
});
