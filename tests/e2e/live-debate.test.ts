import { waitUntil } from "../harness.ts";
import { describeInBrowser } from "./browser-harness.ts";
import {
  waitForHydratedButton,
  waitForFinishedTurn,
  pressNextTurn,
  openShortDebate,
  getPathname,
  waitForText,
  waitForScore,
  waitForSpeakingTurn,
  startDebateWithForm,
  playTurnsUpTo,
  findTurn,
  getTurnText,
} from "./steps.ts";

describeInBrowser("a live debate", (site) => {
  /** Slows the next turn down, so that a page can be opened during it. */
  const slowly = () => site().stack.standins.fault({ kind: "turn", tokensPerSecond: 5 });
  const hurry = () => site().stack.standins.clearFaults();

  test("is started by a new user, and two watchers see the same text", async () => {
    const { page } = await site().visitor("/", { viewport: { width: 390, height: 500 } });
    const place = () => page.evaluate(() => [window.scrollY, document.activeElement?.id]);
    await page.getByRole("link", { name: "Sign up" }).click();
    await waitForHydratedButton(page, "Sign up");
    await page.getByLabel("Username").fill("newcomer");
    await page.getByLabel("Email").fill("newcomer@example.org");
    await page.getByLabel("Password").fill("secret1");
    await page.getByRole("button", { name: "Sign up" }).click();
    await waitForText(page, "Your account has been created successfully.");
    await waitForHydratedButton(page, "Start Debate");
    expect(await place()).toEqual([0, "main"]);
    await startDebateWithForm(page);

    const { page: other } = await site().user(getPathname(page));
    await waitForText(page, "2 watching");
    await slowly();
    await pressNextTurn(page);
    await waitForSpeakingTurn(other, 1);
    await hurry();
    await waitForScore(page, 1);
    await waitForScore(other, 1);
    const words = await getTurnText(page, 1);
    expect(words.length).toBeGreaterThan(300);
    expect(await getTurnText(other, 1)).toBe(words);
    await other.reload();
    expect(await getTurnText(other, 1)).toBe(words);
  });

  test("shows the text so far to pages that are opened or reloaded during a turn", async () => {
    const page = await openShortDebate(site(), 2);
    await slowly();
    await pressNextTurn(page);
    await waitForSpeakingTurn(page, 1);
    await waitUntil(async () => (await getTurnText(page, 1)).length > 60, { what: "some words" });
    const before = await getTurnText(page, 1);
    await page.reload();
    await waitForSpeakingTurn(page, 1);
    expect((await getTurnText(page, 1)).slice(0, before.length)).toBe(before);
    const { page: late } = await site().user(getPathname(page));
    await hurry();
    await waitForScore(page, 1);
    await waitForScore(late, 1);
    expect(await getTurnText(page, 1)).toBe(await getTurnText(late, 1));
  });

  test("shows visitors 4 turns live and then asks them to join", async () => {
    const page = await openShortDebate(site(), 6);
    const { page: visiting } = await site().visitor(getPathname(page));
    await waitForText(visiting, "2 watching");
    await playTurnsUpTo(page, 4);
    await waitForFinishedTurn(visiting, 4);
    expect(await getTurnText(visiting, 4)).toBe(await getTurnText(page, 4));
    await waitForText(visiting, "Want to see how this debate ends?");
    await waitForText(visiting, "Join to read full debate");
    await pressNextTurn(page);
    await waitForScore(page, 5);
    await waitForText(visiting, "Turn 5 of 6");
    expect(await findTurn(visiting, 5).count()).toBe(0);
    expect(await visiting.getByRole("note").count()).toBe(0);
  });

  test("shows a failed turn, which the owner can retry", async () => {
    const page = await openShortDebate(site(), 2);
    await site().stack.standins.fault({ kind: "turn", effect: "status", status: 401 });
    await pressNextTurn(page);
    await page.getByRole("button", { name: "Try again" }).click();
    await waitForScore(page, 1);
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
  });
});
