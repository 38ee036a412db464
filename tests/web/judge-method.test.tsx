/** @jest-environment ./tests/web/browser.cjs */
import { screen, within } from "@testing-library/react";
import type { JudgeReport, VerdictRecord } from "#shared/contract/leaderboard.ts";
import { PANEL_HEADING } from "#shared/domain/debates/judging/charter.ts";
import { NO_JUDGE_FIGURES } from "./fixtures.ts";
import { renderAppPage, useFakeApi } from "./page-harness.tsx";

const fakeApi = useFakeApi();

const share = (count: number, total: number) => ({ count, total, low: 0.25, high: 0.75 });

const RECORD: VerdictRecord = {
  isDemo: false,
  verdicts: 30,
  forWins: share(10, 20),
  draws: 10,
  wavered: share(8, 30),
  audienceAgreement: share(12, 20),
  chanceAgreement: 0.504,
  medianVotes: 3.5,
  againstScores: share(6, 20),
};

const open = async (charter: string, records: Pick<JudgeReport, "judges" | "panels">) => {
  const report: JudgeReport = {
    computedAt: null,
    ...records,
    formats: [],
    topics: [],
    figures: {
      ...NO_JUDGE_FIGURES,
      charter: { hash: "ab".repeat(32), text: charter, season: 1, since: "2026-01-02T03:04:05Z" },
    },
  };
  fakeApi().respond({ "GET /api/judge": [200, report] });
  await renderAppPage(fakeApi(), "/judge", { queries: [[["/api/judge"], report]] });
  return screen.findByRole("region", { name: "How a debate is judged" });
};

describe("the page of the judge", () => {
  test("says of a single judge that it avoids the speakers' providers and may write another text", async () => {
    const text = (await open("Be fair.", { judges: [], panels: [] })).textContent;
    expect(text).toContain("a provider that speaks for neither side, if one is available");
    expect(text).toContain("the judge is asked for another text");
    expect(text).not.toContain("panel");
  });

  test("says of a panel that its judges can belong to a speaker's provider", async () => {
    const text = (await open(`Be fair.\n\n${PANEL_HEADING}`, { judges: [], panels: [] }))
      .textContent;
    expect(text).toContain("a judge can belong to the provider of a speaker");
    expect(text).toContain("A panel is never asked for another text.");
  });

  test("shows the panel, with the agreement by chance and the median of the votes", async () => {
    await open("Be fair.", { judges: [], panels: [RECORD, { ...RECORD, isDemo: true }] });
    const table = await screen.findByRole("table", { name: "Judges" });
    expect(within(table).getAllByRole("row")).toHaveLength(2);
    expect(within(table).getByText("Panel")).toBeTruthy();
    expect(within(table).getByText("by chance 50%, median 3.5 votes")).toBeTruthy();
    expect(within(table).getByText("30% (25 to 75%), 6 of 20")).toBeTruthy();
  });

  test("leaves out the agreement by chance if there are few cases", async () => {
    const few = { ...RECORD, audienceAgreement: share(2, 3), medianVotes: 1 };
    await open("Be fair.", {
      judges: [{ ...few, provider: "claude", model: "claude-x" }],
      panels: [],
    });
    const table = await screen.findByRole("table", { name: "Judges" });
    expect(within(table).getByText("median 1 vote")).toBeTruthy();
  });
});
