import { describeInBrowser } from "./browser-harness.ts";
import {
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
});
