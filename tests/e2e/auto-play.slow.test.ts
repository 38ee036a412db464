import { until } from "../harness.ts";
import { describeSite } from "./site.ts";
import { openShortDebate, pathOf, said, scored } from "./steps.ts";

describeSite("a live debate", (site) => {
  test("plays by itself to its end, and the votes for its winner are counted for all", async () => {
    const page = await openShortDebate(site(), 2);
    await page.getByRole("button", { name: "Enable Auto-Play" }).click();
    await scored(page, 2);
    await page.getByRole("heading", { name: /wins$|^Draw$/ }).waitFor();
    expect(await page.getByRole("button", { name: "Next Turn" }).count()).toBe(0);

    const { page: other } = await site().user(pathOf(page));
    await page.getByRole("button", { name: "For, ChatGPT" }).click();
    await said(page, "Vote recorded");
    await other.getByRole("button", { name: "Against, Claude" }).click();
    const oneVote = page.getByText(/^(For|Against) 1 vote$/);
    await until(async () => (await oneVote.count()) === 2, { what: "one vote on each side" });
  });
});
