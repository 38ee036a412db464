import { describeInBrowser } from "./browser-harness.ts";
import {
  closeTranscript,
  findTurn,
  findVoteButton,
  openShortDebate,
  getPathname,
  waitForText,
  waitForScore,
} from "./steps.ts";

describeInBrowser("a debate with Auto-Play", (site) => {
  test("runs to its end, and all viewers see the votes for its winner", async () => {
    const page = await openShortDebate(site(), 2);
    await page.getByRole("button", { name: "Enable Auto-Play" }).click();
    await waitForScore(page, 2);
    await page.getByRole("heading", { name: "Who won?" }).waitFor();
    expect(await page.getByRole("button", { name: "Next Turn" }).count()).toBe(0);

    const { page: other } = await site().user(getPathname(page));
    await findVoteButton(page, "For").click();
    await waitForText(page, "Vote recorded");
    await findVoteButton(other, "Against").click();
    await page.getByRole("heading", { name: "The audience · 2 votes" }).waitFor();
    await waitForText(page, "Split evenly");
  });

  test("continues 23 s after a turn without a judgement, with its words on screen until then", async () => {
    const page = await openShortDebate(site(), 4);
    await closeTranscript(page);
    await site().stack.fakes.fault({ kind: "judge", effect: "stall", times: 4 });
    await page.getByRole("button", { name: "Enable Auto-Play" }).click();
    await page.locator("[data-caption=bot_a]").waitFor();
    await page.evaluate(() => {
      const seen = { empty: 0 };
      Object.assign(window, { seen });
      setInterval(() => {
        const words = document.querySelector("[data-caption] > p:last-child");
        if (!words?.textContent.trim()) seen.empty += 1;
      }, 50);
    });
    await findTurn(page, 1).getByText("speaking now").waitFor({ state: "detached" });
    await site().stack.fakes.fault({ kind: "turn", effect: "stall" });
    await findTurn(page, 2).waitFor({ state: "attached" });
    expect(await page.evaluate(() => (window as unknown as { seen: object }).seen)).toEqual({
      empty: 0,
    });
    const [times] = await site().sql<{ waited: number }>(
      `SELECT extract(epoch FROM now() - spoken_at)::float AS waited
         FROM debates ORDER BY id DESC LIMIT 1`,
    );
    expect(times?.waited).toBeGreaterThan(22.9);
  });
});
