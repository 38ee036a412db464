import { computeSnapshot } from "#shared/domain/leaderboard/compute-snapshot.ts";
import type { FinishedDebate } from "#shared/domain/leaderboard/finished-debate.ts";
import { findAxeViolations } from "./axe.ts";
import { describeInBrowser } from "./browser-harness.ts";
import { getWindowSizes, listLayoutProblems } from "./layout-problems.ts";

const createDebate = (n: number, isDemo: boolean): FinishedDebate => {
  const models = isDemo ? ["simulated", "simulated"] : ["gpt-x", "a-model-with-a-long-name-2026"];
  const [one, other] = models.map((model, index) => ({
    provider: index === 0 ? ("openai" as const) : ("grok" as const),
    model,
    length: 100 + n,
    price: isDemo ? null : 4000,
  }));
  return {
    id: n + 1,
    topic: "Tea is better than coffee",
    format: "standard",
    isDemo,
    speakers: n % 2 === 0 ? { for: one!, against: other! } : { for: other!, against: one! },
    votes: 5,
    forVotes: n % 2 === 0 ? 3 : 2,
    verdict: {
      provider: n % 2 === 0 ? "claude" : "panel",
      model: "claude-x",
      isDemo,
      isOfSeason: true,
      winner: "bot_a",
      wavered: n === 0,
      scoresWinner: n === 1 ? "bot_b" : "bot_a",
    },
  };
};

const SNAPSHOT = computeSnapshot(
  [false, true].flatMap((isDemo) =>
    Array.from({ length: 24 }, (_debate, n) => createDebate(n, isDemo)),
  ),
);

describeInBrowser("the pages on models and judges", (site) => {
  const fill = () =>
    site().sql("UPDATE leaderboards SET snapshot = $1, computed_at = now(), run_at = 'infinity'", [
      JSON.stringify(SNAPSHOT),
    ]);

  test("say plainly that there are too few votes, and offer a next step", async () => {
    const { page } = await site().visitor("/leaderboard");
    await page.getByText("There are too few blind votes for a rating so far.").waitFor();
    expect(await page.getByRole("table").count()).toBe(0);
    await page.getByRole("link", { name: "Watch a debate and vote" }).click();
    await page.getByRole("heading", { level: 1, name: "Public debates" }).waitFor();
  });

  test("lead with only the keyboard from the home page to the ratings and to their method", async () => {
    await fill();
    const { page } = await site().visitor("/", { viewport: { width: 1440, height: 900 } });
    const pressLink = async (name: string): Promise<void> => {
      const link = page.getByRole("link", { name }).first();
      await link.waitFor();
      for (let presses = 0; presses < 40; presses++) {
        await page.keyboard.press("Tab");
        if (await link.evaluate((element) => element === document.activeElement)) break;
      }
      await page.keyboard.press("Enter");
    };
    await pressLink("Leaderboard");
    await page.getByRole("heading", { level: 1, name: "Leaderboard" }).waitFor();
    const rows = page.getByRole("table", { name: "Models", exact: true }).getByRole("row");
    await rows.first().waitFor();
    expect(await rows.count()).toBe(3);
    expect(await rows.nth(1).innerText()).toContain("gpt-x");
    await page.getByRole("heading", { name: "Demo models" }).waitFor();
    await page.getByRole("heading", { name: "What this does not show" }).waitFor();
    await pressLink("How the ratings are computed");
    await page.getByRole("heading", { level: 1, name: "The judge" }).waitFor();
    await page.getByRole("heading", { name: "How the ratings are computed" }).waitFor();
  });

  test("are complete without scripts and are in the sitemap", async () => {
    await fill();
    for (const [path, table] of [
      ["/leaderboard", "Models"],
      ["/judge", "Formats"],
    ] as const) {
      const { page } = await site().visitor(path, { javaScriptEnabled: false });
      expect(await page.getByRole("table", { name: table, exact: true }).isVisible()).toBe(true);
      const sitemap = await page.request.get(`${site().stack.origin}/sitemap.xml`);
      expect(await sitemap.text()).toContain(`${path}</loc>`);
    }
  });

  test("show the rules of judging on request", async () => {
    await fill();
    const { page } = await site().visitor("/judge");
    const summary = page.getByText("Read the rules");
    await summary.focus();
    await page.keyboard.press("Enter");
    await page.getByText("# Charter of the judge").waitFor();
    const repeats = page.getByText("No verdict has been judged again yet.");
    expect(await repeats.isVisible()).toBe(true);
  });

  test.each(["/leaderboard", "/judge"])("cut off no text in any window: %s", async (path) => {
    await fill();
    const { page } = await site().visitor(path);
    await page.getByRole("table").first().waitFor();
    for (const size of getWindowSizes(1440, 1024, 768, 390, 320, 844)) {
      await page.setViewportSize(size);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
      expect(await listLayoutProblems(page, { parts: "main" })).toEqual([]);
    }
  });

  test.each(["/leaderboard", "/judge"])(
    "break no rule of accessibility and animate nothing with reduced motion: %s",
    async (path) => {
      await fill();
      const { page } = await site().visitor(path, { viewport: { width: 390, height: 844 } });
      await page.getByRole("table").first().waitFor();
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
      expect(await findAxeViolations(page)).toEqual([]);
    },
  );
});
