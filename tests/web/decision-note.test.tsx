/** @jest-environment ./tests/web/browser.cjs */
import { screen } from "@testing-library/react";
import type { DebateScores } from "#shared/contract/debates/debate.ts";
import { buildDebate, USER } from "./fixtures.ts";
import { renderAppPage, useFakeApi } from "./page-harness.tsx";

const fakeApi = useFakeApi();
const PATH = "/api/debates/7";
const CHARTER = "0123456789abcdef".repeat(4);

const open = async (
  decision: Partial<DebateScores["decision"]> | undefined,
  panel?: DebateScores["panel"],
  reasoning = "For was clearer.",
) => {
  const debate = buildDebate({
    status: "completed",
    currentTurn: 4,
    maxTurns: 4,
    scores: {
      botA: 7,
      botB: 6,
      reasoning,
      ...(panel && { panel }),
      ...(decision && {
        decision: { winner: "bot_a", margin: 2, wavered: false, charter: CHARTER, ...decision },
      }),
    },
  });
  fakeApi().respond({ [`GET ${PATH}`]: [200, debate], [`GET ${PATH}/turns`]: [200, []] });
  await renderAppPage(fakeApi(), "/debate/7", {
    user: USER,
    queries: [
      [[PATH], debate],
      [[`${PATH}/turns`], []],
    ],
  });
  const [card] = await screen.findAllByRole("region", { name: "ChatGPT wins" });
  return card?.textContent ?? "";
};

describe("the card of the result", () => {
  test("shows the decision beside the mean scores, with the first digits of the charter's hash", async () => {
    const text = await open({});
    expect(text).toContain("Arguing For, 7.0 to 6.0");
    expect(text).toContain("Verdict: For, by a clear margin");
    expect(text).toContain("the judge chose the same side.");
    expect(text).toContain("Judged by charter 01234567");
    const link = screen.getAllByRole("link", { name: "charter 01234567" })[0];
    expect(link?.getAttribute("href")).toBe(`/judge?rules=${CHARTER}#rules`);
    expect(text).not.toContain("The mean scores differ");
    expect(text).toContain("For was clearer.");
  });

  test("says that the scores are the result if the verdict differs", async () => {
    const text = await open({ winner: "bot_b" });
    expect(text).toContain("Verdict: Against, by a clear margin");
    expect(text).toContain("The mean scores differ from it. They are the result.");
  });

  test("says that the judge wavered", async () => {
    const text = await open({ winner: "draw", margin: null, wavered: true });
    expect(text).toContain("Verdict: the judge wavered");
    expect(text).toContain("its answers differed. That counts as a draw.");
  });

  const vote = { winner: "bot_b", margin: 1, wavered: false } as const;

  test("says how each judge of a panel voted, and who did not answer", async () => {
    const text = await open({ winner: "bot_b", margin: 1 }, [
      { judge: "openai", vote: null },
      { judge: "grok", vote },
      { judge: "claude", vote },
    ]);
    expect(text).toContain("The judges’ verdict");
    expect(text).toContain("Verdict: Against, by a narrow margin");
    expect(text).toContain("2 of 3 chose the same side.");
    expect(text).toContain("Judges: ChatGPT did not answer, Grok for Against, Claude for Against.");
  });

  test("says that the judges of a panel disagreed", async () => {
    const text = await open({ winner: "draw", margin: null, wavered: true }, [
      { judge: "grok", vote },
      { judge: "claude", vote: { ...vote, winner: "bot_a" } },
    ]);
    expect(text).toContain("Verdict: no winner, the judges disagreed");
    expect(text).toContain("Judges: Grok for Against, Claude for For.");
    expect(text).toContain("The mean scores are the result.");
  });

  test("shows no verdict if too few judges answered", async () => {
    const text = await open(
      undefined,
      [
        { judge: "grok", vote },
        { judge: "claude", vote: null },
      ],
      "",
    );
    expect(text).toContain("Verdict: none, too few judges answered");
    expect(text).toContain("1 of 2 judges answered. A verdict needs 2.");
    expect(text).toContain("The judges wrote no verdict. The scores count.");
    expect(text).not.toContain("charter");
  });

  test("shows no decision for a verdict of an earlier version", async () => {
    expect(await open(undefined)).not.toMatch(/Verdict:|charter/);
  });
});
