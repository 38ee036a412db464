import type { Locator } from "playwright-core";
import { describeInBrowser } from "./browser-harness.ts";
import { findPack, openMenuItem, openShortDebate, waitForHydratedButton } from "./steps.ts";

/** A picture of an element, without the focus and the pointer on it. */
const takeShot = async (target: Locator): Promise<string> => {
  const page = target.page();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.mouse.move(0, 0);
  return (await target.screenshot({ animations: "disabled" })).toString("base64");
};

/** Expects that a choice looks different once it is chosen. */
const expectVisibleChoice = async (what: string, target: Locator, choose: () => Promise<void>) => {
  const before = await takeShot(target);
  await choose();
  expect([what, (await takeShot(target)) === before]).toEqual([what, false]);
};

/** The card around a radio button, or the row of a switch. */
const findCard = (input: Locator): Locator => input.locator("xpath=ancestor::label");

describeInBrowser("with forced colours, the choice is visible", (site) => {
  const FORCED = { forcedColors: "active" } as const;

  test("in the form for a debate, among the credit packs, and among tabs and lists", async () => {
    const { page } = await site().user("/", FORCED);
    await waitForHydratedButton(page, "Start Debate");
    for (const [group, name] of [
      ["Format", /^Roast/],
      ["Against", /^Claude/],
    ] as const) {
      const radio = page.getByRole("group", { name: group }).getByRole("radio", { name });
      await expectVisibleChoice(group, findCard(radio), () => radio.check());
    }
    await page.goto(`${site().stack.origin}/credits`);
    const pack = findPack(page, 10);
    await expectVisibleChoice("pack", findCard(pack), () => pack.check());
    await page.goto(`${site().stack.origin}/debates/public`);
    const sort = page.getByRole("link", { name: "Newest" });
    await expectVisibleChoice("sort", sort, async () => {
      await sort.click();
      await page.locator("a[aria-current=page]", { hasText: "Newest" }).waitFor();
    });
    const { page: visitor } = await site().visitor("/auth?tab=login", FORCED);
    await waitForHydratedButton(visitor, "Login");
    const tab = visitor.getByRole("tab", { name: "Register" });
    await expectVisibleChoice("tab", tab, () => tab.click());
  });

  test("in the settings and the controls of a running debate", async () => {
    const page = await openShortDebate(site(), 4);
    await page.emulateMedia({ forcedColors: "active" });
    const transcript = page.getByRole("button", { name: "Transcript" });
    await expectVisibleChoice("transcript", transcript, () => transcript.click());
    await transcript.click();
    await (await openMenuItem(page, "More", "Settings")).click();
    const toggle = page.getByRole("dialog").getByRole("checkbox").first();
    await expectVisibleChoice("switch", findCard(toggle), () => toggle.click());
  });
});
