import { until } from "../harness.ts";
import { describeSite } from "./site.ts";
import {
  alive,
  finished,
  nextTurn,
  openShortDebate,
  pathOf,
  said,
  scored,
  speaking,
  startDebate,
  stepTo,
  turn,
  wordsOf,
} from "./steps.ts";

describeSite("a live debate", (site) => {
  /** The next turn takes its time, so that there is a middle to come into. */
  const slowly = () => site().stack.standins.fault({ kind: "turn", tokensPerSecond: 5 });
  const hurry = () => site().stack.standins.clearFaults();

  test("starts for a newcomer, and two watch it at once with the same words", async () => {
    const { page } = await site().visitor("/", { viewport: { width: 390, height: 500 } });
    const place = () => page.evaluate(() => [window.scrollY, document.activeElement?.id]);
    await page.getByRole("link", { name: "Sign up" }).click();
    await alive(page, "Sign up");
    await page.getByLabel("Username").fill("newcomer");
    await page.getByLabel("Email").fill("newcomer@example.org");
    await page.getByLabel("Password").fill("secret1");
    await page.getByRole("button", { name: "Sign up" }).click();
    await said(page, "Your account has been created successfully.");
    await alive(page, "Start Debate");
    expect(await place()).toEqual([0, "main"]);
    await startDebate(page);

    const { page: other } = await site().user(pathOf(page));
    await said(page, "2 watching");
    await slowly();
    await nextTurn(page);
    await speaking(other, 1);
    await hurry();
    await scored(page, 1);
    await scored(other, 1);
    const words = await wordsOf(page, 1);
    expect(words.length).toBeGreaterThan(300);
    expect(await wordsOf(other, 1)).toBe(words);
    await other.reload();
    expect(await wordsOf(other, 1)).toBe(words);
  });

  test("goes on where it was for whoever comes or reloads in the middle of a turn", async () => {
    const page = await openShortDebate(site(), 2);
    await slowly();
    await nextTurn(page);
    await speaking(page, 1);
    await until(async () => (await wordsOf(page, 1)).length > 60, { what: "some words" });
    const before = await wordsOf(page, 1);
    await page.reload();
    await speaking(page, 1);
    expect((await wordsOf(page, 1)).slice(0, before.length)).toBe(before);
    const { page: late } = await site().user(pathOf(page));
    await hurry();
    await scored(page, 1);
    await scored(late, 1);
    expect(await wordsOf(page, 1)).toBe(await wordsOf(late, 1));
  });

  test("shows visitors 4 turns as they are spoken, and asks them to join", async () => {
    const page = await openShortDebate(site(), 6);
    const { page: visiting } = await site().visitor(pathOf(page));
    await said(visiting, "2 watching");
    await stepTo(page, 4);
    await finished(visiting, 4);
    expect(await wordsOf(visiting, 4)).toBe(await wordsOf(page, 4));
    await said(visiting, "Want to see how this debate ends?");
    await said(visiting, "Join to read full debate");
    await nextTurn(page);
    await scored(page, 5);
    await said(visiting, "Turn 5 of 6");
    expect(await turn(visiting, 5).count()).toBe(0);
    expect(await visiting.getByRole("note").count()).toBe(0);
  });

  test("whose turn fails says so, and the next try goes on", async () => {
    const page = await openShortDebate(site(), 2);
    await site().stack.standins.fault({ kind: "turn", effect: "status", status: 401 });
    await nextTurn(page);
    await page.getByRole("button", { name: "Try again" }).click();
    await scored(page, 1);
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
  });
});
