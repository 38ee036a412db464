import { until } from "../harness.ts";
import { describeSite } from "./site.ts";
import {
  finished,
  nextTurn,
  scored,
  speaking,
  startDebate,
  stepTo,
  turn,
  wordsOf,
} from "./steps.ts";

describeSite("a live debate", (site) => {
  test("registers, starts, and is watched by two at once with the same words", async () => {
    const { page } = await site().visitor("/");
    await page.getByRole("link", { name: "Sign up" }).click();
    const username = `newcomer-${process.pid}`;
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Email").fill(`${username}@example.org`);
    await page.getByLabel("Password").fill("secret1");
    await page.getByRole("button", { name: "Sign up" }).click();
    await page.getByText("Your account has been created successfully.").waitFor();

    await startDebate(page, "Should libraries open at night?");
    await page.getByText("Debate created").waitFor();
    const path = new URL(page.url()).pathname;
    const other = await site().user(path);
    await page.getByText("2 watching").waitFor();

    await nextTurn(page);
    await speaking(other.page, 1);
    await scored(page, 1);
    await scored(other.page, 1);
    const words = await wordsOf(page, 1);
    expect(words.length).toBeGreaterThan(300);
    expect(await wordsOf(other.page, 1)).toBe(words);
    await other.page.reload();
    expect(await wordsOf(other.page, 1)).toBe(words);
  });

  test("goes on where it was for whoever reloads in the middle of a turn", async () => {
    const { page } = await site().user("/");
    await startDebate(page, "Should libraries open at night?");
    await nextTurn(page);
    await speaking(page, 1);
    await page.reload();
    await speaking(page, 1);
    const other = await site().user(new URL(page.url()).pathname);
    await scored(page, 1);
    await scored(other.page, 1);
    expect(await wordsOf(page, 1)).toBe(await wordsOf(other.page, 1));
  });

  test("shows visitors 4 turns as they are spoken, and asks them to join", async () => {
    const { page } = await site().user("/");
    await startDebate(page, "Should libraries open at night?");
    const { page: visiting } = await site().visitor(new URL(page.url()).pathname);
    await visiting.getByText("2 watching").waitFor();
    await stepTo(page, 4);
    await finished(visiting, 4);
    await visiting.getByText("Want to see how this debate ends?").waitFor();
    await nextTurn(page);
    await scored(page, 5);
    await visiting.getByText("Turn 5 of 10").waitFor();
    expect(await turn(visiting, 5).count()).toBe(0);
    expect(await visiting.getByRole("note").count()).toBe(0);
    expect(await visiting.content()).not.toContain(await wordsOf(page, 5));
  });

  test("plays by itself to its end, is voted on, and its votes are counted for all", async () => {
    const { page } = await site().user("/");
    await startDebate(page, "Should libraries open at night?");
    await stepTo(page, 8);
    await page.getByRole("button", { name: "Enable Auto-Play" }).click();
    await scored(page, 9);
    await page.getByRole("button", { name: "Pause Auto-Play" }).waitFor();
    await page.getByRole("heading", { name: /wins$|^Draw$/ }).waitFor();
    expect(await page.getByRole("button", { name: "Next Turn" }).count()).toBe(0);

    const other = await site().user(new URL(page.url()).pathname);
    await page.getByRole("button", { name: "For, ChatGPT" }).click();
    await page.getByText("Vote recorded").waitFor();
    await page.getByText("1 vote", { exact: true }).waitFor();
    await other.page.getByRole("button", { name: "Against, Claude" }).click();
    await until(async () => (await page.getByText("1 vote", { exact: true }).count()) === 2);
  }, 120_000);

  test("that fails says so, and the next try goes on", async () => {
    const { page } = await site().user("/");
    await startDebate(page, "Should libraries open at night?");
    await site().stack.standins.fault({ kind: "turn", effect: "refuse" });
    await nextTurn(page);
    await page.getByRole("button", { name: "Try again" }).click();
    await scored(page, 1);
  });
});
