import type { Page } from "playwright-core";
import { Debate } from "#shared/contract/debates/debate.ts";
import { PROVIDER_DEFINITIONS } from "#shared/domain/provider.ts";
import { waitUntil } from "../harness.ts";
import { type BrowserHarness, describeInBrowser } from "./browser-harness.ts";
import { expectSoundLayout } from "./layout-problems.ts";
import { closeTranscript, TOPIC, waitForHydratedButton, waitForText } from "./steps.ts";

const NAMES = Object.values(PROVIDER_DEFINITIONS).map(({ label }) => label);
const namesIn = (text: string): string[] => NAMES.filter((name) => text.includes(name));

/** Starts a blind debate with the form, with the keyboard only. */
const startBlindDebate = async (page: Page, site: BrowserHarness): Promise<number> => {
  await waitForHydratedButton(page, "Start Debate");
  await page.getByLabel("Topic").fill(TOPIC);
  await page.getByLabel("Blind").focus();
  await page.keyboard.press("Space");
  await waitForText(page, "Blind: all names stay hidden until you vote.");
  expect(await page.getByRole("radio", { name: "Claude" }).first().isDisabled()).toBe(true);
  await page.getByRole("button", { name: /Start Debate/ }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/debate\/\d+$/);
  const id = Number(page.url().split("/").at(-1));
  await site.sql("UPDATE debates SET max_turns = 4 WHERE id = $1", [id]);
  await page.reload();
  await waitForHydratedButton(page, "Next Turn");
  return id;
};

const getDebate = async (page: Page, id: number): Promise<Debate> =>
  Debate.parse(
    await (await page.request.get(new URL(`/api/debates/${id}`, page.url()).href)).json(),
  );

const SEAL = { parts: "#verdict", mayScroll: true };

describeInBrowser("a blind debate", (site) => {
  it.each([
    ["a desktop", { width: 1440, height: 900 }],
    ["a phone", { width: 390, height: 844 }],
  ])("is created, watched, voted on and revealed with the keyboard, on %s", async (_, viewport) => {
    const { page } = await site().user("/", { viewport });
    const id = await startBlindDebate(page, site());
    await closeTranscript(page);
    for (let turn = 1; turn <= 4; turn += 1) {
      const headers = { origin: site().stack.origin };
      await page.request.post(`${site().stack.origin}/api/debates/${id}/turns`, { headers });
      await waitUntil(async () => (await getDebate(page, id)).currentTurn === turn);
    }
    const main = page.locator("main");
    await waitForText(page, "Who won?");
    expect(namesIn(await main.innerText())).toEqual([]);
    await expectSoundLayout(page, "before the vote", SEAL);
    await page.getByRole("button", { name: "Blue won, For" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("For, was Blue").waitFor();
    await page.getByText("Against, was Red").waitFor();
    await expectSoundLayout(page, "after the vote", SEAL);
    const { botAProvider, botBProvider, judge } = await getDebate(page, id);
    const text = await main.innerText();
    for (const name of [botAProvider, botBProvider, judge])
      expect(namesIn(text)).toContain(PROVIDER_DEFINITIONS[name as "openai"].label);

    // Another viewer, who has not voted, sees the same page without the names.
    const other = await site().user(`/debate/${id}`, { viewport });
    await other.page.getByText("Blue", { exact: true }).first().waitFor();
    expect(namesIn(await other.page.locator("main").innerText())).toEqual([]);
    expect(namesIn(await other.page.title())).toEqual([]);
  });
});
