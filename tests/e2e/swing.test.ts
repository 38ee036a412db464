import type { Page } from "playwright-core";
import { waitUntil } from "../harness.ts";
import { axe } from "./axe.ts";
import { type BrowserHarness, describeInBrowser } from "./browser-harness.ts";
import { expectSoundLayout } from "./layout-problems.ts";
import { recordLayoutShifts } from "./layout-shifts.ts";
import {
  closeTranscript,
  findBallot,
  findSwing,
  findVoteButton,
  getDebateId,
  getPathname,
  openDebateThatAsks,
  pressNextTurn,
  waitForHydratedButton,
  waitForScore,
} from "./steps.ts";

const WIDE_WINDOW = { width: 1440, height: 900 };
const LOW_WINDOW = { width: 844, height: 390 };

const readBallot = async (site: BrowserHarness, page: Page) => {
  const [row] = await site.sql<{
    stance_before: string;
    stance_after: string;
    seen_turns: number[];
  }>(
    `SELECT stance_before, stance_after, seen_turns FROM ballots JOIN debates d ON d.id = debate_id
      WHERE debate_id = $1 AND ballots.user_id = d.user_id`,
    [getDebateId(page)],
  );
  return row;
};

/** Inserts 24 other viewers: 16 were For before, and 8 of them went to Against. */
const insertPairs = (site: BrowserHarness, page: Page) =>
  site.sql(
    `WITH viewers AS (
       INSERT INTO users (username, email, password)
       SELECT name, name, '!' FROM (SELECT gen_random_uuid()::text AS name
                                      FROM generate_series(1, 24)) AS names
       RETURNING id)
     INSERT INTO ballots (debate_id, user_id, is_asked, stance_before, stance_after, seen_turns)
     SELECT $1, id, true, CASE WHEN place <= 16 THEN 'for' ELSE 'against' END,
            CASE WHEN place <= 8 THEN 'for' ELSE 'against' END, '{1,2,3,4}'
       FROM (SELECT id, row_number() OVER () AS place FROM viewers) AS places`,
    [getDebateId(page)],
  );

/** Requests turns up to this number, and watches each until the server counts it as seen. */
const watchTurnsUpTo = async (site: BrowserHarness, page: Page, turnNumber: number) => {
  for (let next = 1; next <= turnNumber; next += 1) {
    await pressNextTurn(page);
    await waitForScore(page, next);
    await waitUntil(async () => (await readBallot(site, page))?.seen_turns.includes(next), {
      what: `seen turn ${next}`,
    });
  }
};

describeInBrowser("the swing", (site) => {
  test("begins with a ballot that works by keyboard, moves nothing and disappears at turn 2", async () => {
    const page = await openDebateThatAsks(site());
    await closeTranscript(page);
    const takeShifts = await recordLayoutShifts(page);
    await page.reload();
    const undecided = findBallot(page).getByRole("button", { name: "Undecided" });
    await undecided.waitFor();
    await waitForHydratedButton(page, "Undecided");
    await expectSoundLayout(page, "while the ballot asks");
    await page.setViewportSize(LOW_WINDOW);
    await findBallot(page).getByRole("button", { name: "For" }).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await findBallot(page).getByText("You said Undecided. Vote again at the end.").waitFor();
    expect(await findBallot(page).evaluate((ballot) => ballot === document.activeElement)).toBe(
      true,
    );
    await expectSoundLayout(page, "after the choice");
    await page.setViewportSize(WIDE_WINDOW);
    await page.reload();
    await findBallot(page).getByText("You said Undecided.").waitFor();
    await watchTurnsUpTo(site(), page, 1);
    await findBallot(page).getByText("You said Undecided.").waitFor();
    await pressNextTurn(page);
    await findBallot(page).waitFor({ state: "detached" });
    await page.getByRole("figure", { name: "Momentum" }).waitFor();
    const shifts = await takeShifts();
    expect(shifts.filter((shift) => shift.includes("Next Turn"))).toEqual([]);
    await waitUntil(async () => {
      const ballot = await readBallot(site(), page);
      return ballot?.seen_turns.join() === "1,2";
    });
    expect(await readBallot(site(), page)).toMatchObject({ stance_before: "undecided" });
  });

  test("shows after the vote who moved where, as a drawing and as a table", async () => {
    const page = await openDebateThatAsks(site());
    await closeTranscript(page);
    await findBallot(page).getByRole("button", { name: "For" }).click();
    await findBallot(page).getByText("You said For.").waitFor();
    await watchTurnsUpTo(site(), page, 3);
    await pressNextTurn(page);
    await findVoteButton(page, "Against").waitFor();
    await insertPairs(site(), page);
    expect(await findSwing(page).count()).toBe(0);
    await findVoteButton(page, "Against").click();
    await page.getByRole("heading", { name: /^You said Against\. The judge / }).waitFor();
    const swing = findSwing(page);
    await swing.getByText("Against gained 36 points").waitFor();
    await swing.getByText("For lost 36 points, of 25 viewers").waitFor();
    await swing.getByText("9 viewers went from For to Against, 0 from Against to For.").waitFor();
    const rows = await swing.getByRole("row").allInnerTexts();
    expect(rows.map((row) => row.split(/\s*\t\s*/))).toEqual([
      ["Before", "For after", "Undecided after", "Against after"],
      ["For before", "8", "0", "9"],
      ["Undecided before", "0", "0", "0"],
      ["Against before", "0", "0", "8"],
    ]);
    await expectSoundLayout(page, "the swing", { parts: "[data-swing]", mayScroll: true });
    const { violations } = await axe(page).include("[data-swing]").analyze();
    expect(violations).toEqual([]);
    await page.reload();
    await findSwing(page).getByText("Against gained 36 points").waitFor();
    expect(await (await page.request.get(page.url())).text()).toContain("Against gained 36 points");
    expect(await readBallot(site(), page)).toMatchObject({ stance_after: "against" });
    const { page: other } = await site().user(getPathname(page));
    await findVoteButton(other, "For").waitFor();
    expect(await other.getByText(/gained \d+ points/).count()).toBe(0);
    const { page: visitor } = await site().visitor(getPathname(page));
    await visitor.getByText("Please sign in to vote on this debate.").first().waitFor();
    expect(await findSwing(visitor).count()).toBe(0);
  });

  test("counts an undecided vote on a phone, and says when there are too few viewers", async () => {
    const page = await openDebateThatAsks(site());
    await page.setViewportSize({ width: 390, height: 844 });
    await closeTranscript(page);
    await findBallot(page).getByRole("button", { name: "Against" }).click();
    await findBallot(page).getByText("You said Against.").waitFor();
    await watchTurnsUpTo(site(), page, 3);
    await pressNextTurn(page);
    await page.getByRole("button", { name: "Undecided" }).click();
    await page.getByRole("heading", { name: /^The judge (said|called)/ }).waitFor();
    await findSwing(page).getByText("Too few to tell").waitFor();
    expect(await findSwing(page).innerText()).not.toMatch(/%|points/);
    expect(await readBallot(site(), page)).toMatchObject({
      stance_before: "against",
      stance_after: "undecided",
    });
  });
});
