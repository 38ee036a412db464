import type { Page } from "playwright-core";
import { axe } from "./axe.ts";
import { type BrowserHarness, describeInBrowser } from "./browser-harness.ts";
import { expectSoundLayout } from "./layout-problems.ts";
import { recordLayoutShifts } from "./layout-shifts.ts";
import {
  findVoteButton,
  getPathname,
  openShortDebate,
  playTurnsUpTo,
  pressNextTurn,
  waitForHydratedButton,
  waitForText,
} from "./steps.ts";

const REASON = "It quoted words that turn 3 does not have.";
const ADMIN_REASON = "The quoted words are not in turn 3.";
const CARD = { parts: "[data-appeals]", mayScroll: true };

/** Plays a debate to its end and votes, so that its owner sees the verdict. */
const openVerdict = async (site: BrowserHarness): Promise<Page> => {
  const page = await openShortDebate(site, 4);
  await playTurnsUpTo(page, 3);
  await pressNextTurn(page);
  await findVoteButton(page, "For").click();
  await page.getByRole("heading", { name: /^You said For\. / }).waitFor();
  return page;
};

const pressKeys = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

describeInBrowser("an appeal", (site) => {
  test("is sent by keyboard, upheld by an admin, and shown to the next member below the verdict", async () => {
    const page = await openVerdict(site());
    await waitForHydratedButton(page, "Appeal the verdict");
    const path = getPathname(page);
    await page.reload();
    await waitForHydratedButton(page, "Appeal the verdict");
    const verdict = await page.locator("#verdict blockquote").innerText();
    await page.getByRole("button", { name: "Appeal the verdict" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Appeal the verdict" });
    await dialog.waitFor();
    await pressKeys(page, "Space", "ArrowDown", "Tab");
    expect(await dialog.getByRole("radio", { name: "It misquoted a debater" }).isChecked()).toBe(
      true,
    );
    await page.keyboard.type(REASON);
    const { violations } = await axe(page).include("dialog[open]").analyze();
    expect(violations).toEqual([]);
    await pressKeys(page, "Tab", "Tab", "Enter");
    await waitForText(page, "Appeal sent");
    await waitForText(page, "Your appeal waits for an admin: It misquoted a debater.");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("verdict");

    await site().sql("UPDATE debates SET spoken_at = now() - interval '11 minutes' WHERE id = $1", [
      path.split("/").at(-1),
    ]);
    const { page: admin, username } = await site().user("/");
    await site().makeAdmin(username);
    await admin.goto(`${site().stack.origin}/operations?tab=appeals`);
    await waitForText(admin, REASON);
    await admin.getByLabel("Public reason").fill(ADMIN_REASON);
    const checked = await axe(admin).include("main").analyze();
    expect(checked.violations).toEqual([]);
    await admin.getByRole("button", { name: "Uphold" }).click();
    await waitForText(admin, "Appeal upheld.");

    const { page: other } = await site().user("/");
    const takeShifts = await recordLayoutShifts(other);
    await other.goto(site().stack.origin + path);
    await other.getByText(ADMIN_REASON).first().waitFor();
    await waitForText(other, "Appeal upheld");
    expect(await takeShifts()).toEqual([]);
    expect(await other.locator("#verdict blockquote").innerText()).toBe(verdict);
    await expectSoundLayout(other, "the appeals", CARD);
    const seen = await axe(other).include("[data-appeals]").analyze();
    expect(seen.violations).toEqual([]);
    expect(await (await other.request.get(other.url())).text()).toContain(ADMIN_REASON);

    // Visitors see no verdict, so they see no appeals against it.
    const { page: visitor } = await site().visitor(path);
    expect(await (await visitor.request.get(visitor.url())).text()).not.toContain(ADMIN_REASON);
    await page.reload();
    await page.getByText(ADMIN_REASON).first().waitFor();
    expect(await page.getByRole("button", { name: "Appeal the verdict" }).count()).toBe(0);
  });
});
