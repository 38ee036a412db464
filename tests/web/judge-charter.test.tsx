/** @jest-environment ./tests/web/browser.cjs */
import { screen } from "@testing-library/react";
import type { JudgeReport } from "#shared/contract/leaderboard.ts";
import type { JudgeFigures } from "#shared/contract/judging.ts";
import { renderAppPage, useFakeApi } from "./page-harness.tsx";

const fakeApi = useFakeApi();

const FIGURES: JudgeFigures = {
  charter: { hash: "ab".repeat(32), text: "Be fair.", season: 2, since: "2026-01-02T03:04:05Z" },
  verdicts: { total: 40, botA: 20, botB: 15, draw: 5, wavered: 2 },
  selfAgreement: { pairs: 0, agreed: 0, kappa: null },
  appeals: { total: 0, upheld: 0, rejected: 0 },
  baits: null,
};

/** Returns the text of the section about the judge's rules. */
const open = async (figures: Partial<JudgeFigures>): Promise<string> => {
  const report: JudgeReport = {
    computedAt: null,
    judges: [],
    panels: [],
    formats: [],
    topics: [],
    figures: { ...FIGURES, ...figures },
  };
  fakeApi().respond({ "GET /api/judge": [200, report] });
  await renderAppPage(fakeApi(), "/judge", { queries: [[["/api/judge"], report]] });
  const section = await screen.findByRole("region", { name: "Rules and tests of the judge" });
  return section.textContent;
};

describe("the rules and tests of the judge", () => {
  test.each([
    [{ pairs: 0, agreed: 0, kappa: null }, "No verdict has been judged again yet."],
    [
      { pairs: 29, agreed: 29, kappa: null },
      "29 were the same. These are too few for Cohen’s kappa.",
    ],
    [
      { pairs: 30, agreed: 30, kappa: null },
      "30 were the same. Cohen’s kappa is undefined, because all have the same winner.",
    ],
    [
      { pairs: 30, agreed: 30, kappa: { value: 1, low: 1, high: 1 } },
      "30 were the same. Cohen’s kappa is 1, which leaves no interval to compute.",
    ],
    [
      { pairs: 40, agreed: 30, kappa: { value: 0.5, low: 0.2, high: 0.8 } },
      "30 were the same. Cohen’s kappa is 0.50 (95 % interval: 0.20 to 0.80).",
    ],
  ])("say how often it decided the same way again: %j", async (selfAgreement, sentence) => {
    expect(await open({ selfAgreement })).toContain(sentence);
  });

  test("say which judge was tested with baits, and when", async () => {
    const row = { bait: "plain_instruction", trials: 12, gained: 1, low: 0.01, high: 0.35 };
    const baits = {
      ranAt: "2026-02-03T04:05:06Z",
      judge: "openai",
      model: "a-model",
      rows: [row],
    } as const;
    const text = await open({ baits: { ...baits, rows: [row] } });
    expect(text).toContain("The last test with baits, of ChatGPT (a-model), on Feb 3, 2026");
    expect(text).toContain("Compare each bait with “none”.");
    expect(text).toContain("plain instruction12");
  });

  test("say that no appeal changes a verdict", async () => {
    expect(await open({ appeals: { total: 4, upheld: 2, rejected: 1 } })).toContain(
      "4 appeals against these verdicts: 2 upheld, 1 rejected, 1 open. No appeal changes a verdict. Nobody decides their own appeal.",
    );
  });
});
