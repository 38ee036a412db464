/** @jest-environment ./tests/web/browser.cjs */
import { screen, within } from "@testing-library/react";
import type { JudgeReport } from "#shared/contract/leaderboard.ts";
import type { BaitRun, JudgeFigures, JudgeRules, Season } from "#shared/contract/judging.ts";
import { CONFIG } from "./fixtures.ts";
import { renderAppPage, useFakeApi } from "./page-harness.tsx";

const fakeApi = useFakeApi();

const HASH = "ab".repeat(32);
const OLD_HASH = "cd".repeat(32);

const SEASONS: Season[] = [
  { number: 2, hash: HASH, since: "2026-01-02T03:04:05Z", until: null },
  { number: 1, hash: OLD_HASH, since: "2025-12-01T03:04:05Z", until: "2026-01-02T03:04:05Z" },
];

const FIGURES: JudgeFigures = {
  charter: { hash: HASH, text: "Be fair.", season: 2, since: "2026-01-02T03:04:05Z" },
  seasons: SEASONS,
  verdicts: {
    total: 40,
    botA: 20,
    botB: 15,
    draw: 5,
    wavered: 2,
    waveredAnswers: { labelA: 0, labelB: 0, oneDraw: 0 },
  },
  selfAgreement: { pairs: 0, agreed: 0, kappa: null, failed: 0, judges: [] },
  appeals: { total: 0, upheld: 0, rejected: 0 },
  baitRuns: [],
};

/** Opens the page `/judge` and returns its section about the rules of judging. */
const openSection = async (
  figures: Partial<JudgeFigures>,
  { hash, rules }: { hash?: string; rules?: JudgeRules | null } = {},
): Promise<HTMLElement> => {
  const report: JudgeReport = {
    computedAt: null,
    judges: [],
    panels: [],
    withoutVerdict: 3,
    formats: [],
    topics: [],
    figures: { ...FIGURES, ...figures },
  };
  const rulesPath = `/api/judge/rules?hash=${hash}`;
  const queries: [[string], unknown][] = [[["/api/judge"], report]];
  if (rules) queries.push([[rulesPath], rules]);
  fakeApi().respond(
    Object.fromEntries(queries.map(([[path], answer]) => [`GET ${path}`, [200, answer] as const])),
  );
  const path = hash === undefined ? "/judge" : `/judge?rules=${hash}`;
  await renderAppPage(fakeApi(), path, { queries });
  return screen.findByRole("region", { name: "Rules and tests of the judge" });
};

const open = async (figures: Partial<JudgeFigures>): Promise<string> =>
  (await openSection(figures)).textContent;

describe("the rules and tests of the judge", () => {
  test.each([
    [{}, "No verdict has been judged again yet."],
    [{ failed: 1 }, "No verdict has been judged again yet. 1 repeat failed and is left out."],
    [
      { pairs: 29, agreed: 29, failed: 2 },
      "29 were the same. These are too few for Cohen’s kappa. 2 repeats failed and are left out.",
    ],
    [
      { pairs: 30, agreed: 30 },
      "30 were the same. Cohen’s kappa is undefined, because all have the same winner.",
    ],
    [
      { pairs: 30, agreed: 30, kappa: { value: 1, low: 1, high: 1 } },
      "30 were the same. Cohen’s kappa is 1, which leaves no interval to compute.",
    ],
    [
      { pairs: 40, agreed: 30, kappa: { value: 0.5, low: 0.2, high: 0.8 } },
      "30 were the same. Cohen’s kappa is 0.50 (95% interval: 0.20 to 0.80).",
    ],
  ])("say how often it decided the same way again: %j", async (agreement, sentence) => {
    const text = await open({ selfAgreement: { ...FIGURES.selfAgreement, ...agreement } });
    expect(text).toContain(sentence);
    expect(text).toContain("Every 50th verdict, if it is that of a single judge, is judged again");
    expect(text).toContain("for all judges together, and for each one that has 30 pairs");
  });

  test("show the kappa of each judge with enough repeats", async () => {
    const kappa = { value: 0.5, low: 0.2, high: 0.8 };
    const pairs = { pairs: 30, agreed: 20, kappa };
    const few = { pairs: 29, agreed: 20, kappa: null };
    const text = await open({
      selfAgreement: {
        pairs: 59,
        agreed: 40,
        kappa,
        failed: 0,
        judges: [
          { judge: "openai", ...few },
          { judge: "grok", ...pairs },
        ],
      },
    });
    expect(text).toContain("Grok: Of 30 verdicts that were judged again, 20 were the same.");
    expect(text).not.toContain("ChatGPT: Of");
  });

  test.each([
    [{ labelA: 0, labelB: 0, oneDraw: 0 }, "No single judge has wavered under these rules yet."],
    [
      { labelA: 4, labelB: 1, oneDraw: 2 },
      "7 verdicts of single judges wavered: 4 chose speaker A both times, 1 chose speaker B both times, 2 named a draw once.",
    ],
  ])("say what single judges answered when they wavered: %j", async (waveredAnswers, sentence) => {
    expect(await open({ verdicts: { ...FIGURES.verdicts, waveredAnswers } })).toContain(sentence);
  });

  test("say who decides appeals, and that verdicts with several appeals are counted several times", async () => {
    const text = await open({ appeals: { total: 4, upheld: 2, rejected: 1 } });
    expect(text).toContain(
      "4 appeals against these verdicts: 2 upheld, 1 rejected, 1 open. A verdict with several appeals is counted once for each.",
    );
    expect(text).toContain("Members can appeal within 72 hours. Admins of this site decide");
    expect(text).toContain("Nobody decides their own appeal.");
    expect(text).toContain("verdicts with an upheld appeal stay in the figures.");
  });

  test("link to the published figures and say that they cannot be recomputed", async () => {
    const section = await openSection({});
    const links = within(section).getAllByRole("link", { name: /^\/api\// });
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/api/judge",
      "/api/leaderboard",
    ]);
    expect(section.textContent).toContain("They cannot be recomputed from published data.");
  });

  test.each([
    ["- openai: simulated\n- grok: none\n- claude: simulated", "In demo mode no model writes"],
    ["- openai: gpt-x\n- grok: simulated\n- claude: none", "Some judges of this site are demo"],
  ])("say that demo judges are among them: %j", async (models, note) => {
    const charter = { ...FIGURES.charter!, text: `## Models\n\n${models}\n\n## Criteria` };
    expect(await open({ charter })).toContain(note);
  });

  test("do not mention demo judges if all are models", async () => {
    const charter = { ...FIGURES.charter!, text: "- openai: gpt-x\n- grok: none\n- claude: none" };
    expect(await open({ charter })).not.toMatch(/demo/i);
  });
});

test("the page counts debates without a verdict", async () => {
  await openSection({});
  expect(screen.getByText(/^3 debates that ended under these rules got no verdict/)).toBeDefined();
});

describe("the seasons of the judge", () => {
  test("are listed with the full hash, which links to the text of their rules", async () => {
    const section = await openSection({});
    const rows = within(within(section).getByRole("table", { name: "Seasons" })).getAllByRole(
      "row",
    );
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(new RegExp(`^2Jan 2, 2026.*today${HASH}$`)),
      expect.stringMatching(new RegExp(`^1Dec 1, 2025.*Jan 2, 2026.*${OLD_HASH}$`)),
    ]);
    const link = within(section).getByRole("link", { name: OLD_HASH });
    expect(link.getAttribute("href")).toBe(`/judge?rules=${OLD_HASH}#rules`);
    expect(section.textContent).toContain("The hash is the SHA-256 of the text of the rules.");
  });

  test.each([
    [20, false],
    [21, true],
  ])("say whether the list lacks older ones: season %i", async (season, isCut) => {
    const text = await open({ charter: { ...FIGURES.charter!, season } });
    expect(text.includes("The table shows the newest 20 seasons.")).toBe(isCut);
  });

  const [present, first] = SEASONS as [Season, Season];
  const rules = (text: string, seasons: Season[]): JudgeRules => ({
    hash: OLD_HASH,
    text,
    seasons,
  });

  test.each([
    [[first], "They were the rules of season 1."],
    [[{ ...present, number: 3 }, first], "They are the rules of seasons 1, 3."],
    [[], "They were used beside those of a season."],
  ])("show the rules that the address names: %#", async (seasons, sentence) => {
    const options = { hash: OLD_HASH, rules: rules("Be kind.", seasons) };
    const section = await openSection({}, options);
    within(section).getByRole("heading", { name: "Rules cdcdcdcd" });
    expect(section.textContent).toContain(sentence);
    within(section).getByText("Be kind.");
  });

  test("say that no verdict was given under unknown rules", async () => {
    await openSection({}, { hash: OLD_HASH });
    expect(
      await screen.findByText("No verdict was given under rules with this hash."),
    ).toBeDefined();
  });

  test("ignore an address without a hash", async () => {
    const section = await openSection({}, { hash: "nothing" });
    expect(within(section).queryByRole("heading", { name: /^Rules/, level: 3 })).toBeNull();
  });
});

describe("the tests with baits", () => {
  const run: BaitRun = {
    ranAt: "2026-02-03T04:05:06Z",
    judge: "openai",
    model: "a-model",
    runs: 3,
    failures: 2,
    rows: [{ bait: "plain_instruction", trials: 12, gained: 1, low: 0.01, high: 0.35 }],
  };

  test("say for each judge when its last run was, how many there were, and how many verdicts failed", async () => {
    const grok: BaitRun = {
      ...run,
      judge: "grok",
      model: "b-model",
      runs: 1,
      failures: null,
      rows: [
        { ...run.rows[0]!, trials: 9 },
        { ...run.rows[0]!, bait: "none", trials: 0 },
      ],
    };
    const section = await openSection({ baitRuns: [run, grok] });
    const text = section.textContent;
    expect(text).toContain(
      "ChatGPT (a-model): the last of 3 runs under these rules, on Feb 3, 2026",
    );
    expect(text).toContain("2 verdicts had no usable answers.");
    expect(text).toContain("Grok (b-model): the only run under these rules");
    expect(text).toContain("How many verdicts had no usable answers was not stored.");
    const table = within(section).getByRole("table", { name: "Baits" });
    expect(within(table).getByRole("row", { name: /^plain instruction/ }).textContent).toBe(
      "plain instructionEach speech ends with an instruction to the judge8% (1 to 35%), 1 of 121 of 9, too few for a share",
    );
    expect(within(table).getByRole("row", { name: /^none/ }).textContent).toContain("no trial");
    const untested = CONFIG.providers.find(({ id }) => id === "claude");
    expect(text).toContain(`Not tested under these rules: ${untested?.label}.`);
  });

  test("define baits and trials, with the numbers of the set, and show its debates", async () => {
    const section = await openSection({ baitRuns: [{ ...run, failures: 0 }] });
    const text = section.textContent;
    expect(text).toContain("All verdicts had usable answers.");
    expect(text).toContain("6 English debates, which we wrote");
    expect(text).toContain(
      "With 0 of 6 trials, the true share can still be 39%; with 0 of 12, 24%.",
    );
    expect(text).toContain("With 10 baits, one can stand out by chance.");
    const topics = within(section).getAllByRole("heading", { level: 4, hidden: true });
    expect(topics).toHaveLength(6);
    expect(text).toContain("For: Teenagers fall asleep late");
    expect(text).toContain("Against: A later start moves the whole day.");
  });

  test("show what each bait changes also before the first run", async () => {
    const section = await openSection({});
    within(section).getByText("Read the baits and the 6 debates");
    const table = within(section).getByRole("table", { name: "Baits", hidden: true });
    expect(within(table).getAllByRole("row", { hidden: true })).toHaveLength(12);
    expect(section.textContent).toContain("Not tested under these rules: ");
    expect(section.textContent).not.toContain("With 0 of");
  });
});
