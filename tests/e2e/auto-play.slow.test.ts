import { waitUntil } from "../harness.ts";
import { describeInBrowser } from "./browser-harness.ts";
import { openShortDebate, getPathname, waitForText, waitForScore } from "./steps.ts";

describeInBrowser("a debate with Auto-Play", (site) => {
  test("runs to its end, and all viewers see the votes for its winner", async () => {
    const page = await openShortDebate(site(), 2);
    await page.getByRole("button", { name: "Enable Auto-Play" }).click();
    await waitForScore(page, 2);
    await page.getByRole("heading", { name: /wins$|^Draw$/ }).waitFor();
    expect(await page.getByRole("button", { name: "Next Turn" }).count()).toBe(0);

    const { page: other } = await site().user(getPathname(page));
    await page.getByRole("button", { name: "For, ChatGPT" }).click();
    await waitForText(page, "Vote recorded");
    await other.getByRole("button", { name: "Against, Claude" }).click();
    const oneVote = page.getByText(/^(For|Against) 1 vote$/);
    await waitUntil(async () => (await oneVote.count()) === 2, { what: "one vote on each side" });
  });
});
