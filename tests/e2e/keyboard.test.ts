import type { Locator, Page } from "playwright-core";
import { waitUntil } from "../harness.ts";
import { describeInBrowser } from "./browser-harness.ts";
import {
  waitForHydratedButton,
  SESSION_ENDED_ERROR,
  openShortDebate,
  waitForText,
  waitForScore,
  playTurnsUpTo,
  TOPIC,
} from "./steps.ts";

const getFocusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute("aria-label") ?? element?.textContent?.trim() ?? "";
  });

/** Waits until an element with this accessible name has the focus. */
const waitForFocus = (page: Page, name: string): Promise<string> =>
  waitUntil(async () => (await getFocusedName(page)) === name && name, {
    what: `the focus on ${name}`,
  });

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Waits for the target, then presses Tab until the target has the focus. */
const tabTo = async (target: Locator): Promise<void> => {
  await target.waitFor();
  for (let presses = 0; presses < 60; presses += 1) {
    await target.page().keyboard.press("Tab");
    if (await isFocused(target)) return;
  }
  throw new Error(`Tab never reached ${String(target)}`);
};

/** Finds a button that hydration has enabled. */
const button = (page: Page, name: string): Locator =>
  page.getByRole("button", { name, disabled: false });

describeInBrowser("with only the keyboard", (site) => {
  test("users skip the header and select a tab with the arrow keys", async () => {
    const { page } = await site().visitor("/auth");
    await page.locator("form button:enabled", { hasText: "Login" }).waitFor();
    await page.keyboard.press("Tab");
    expect(await waitForFocus(page, "Skip to content")).toBe("Skip to content");
    await page.keyboard.press("Enter");
    await tabTo(page.getByRole("tab", { name: "Login" }));
    await page.keyboard.press("ArrowRight");
    expect(await waitForFocus(page, "Register")).toBe("Register");
    await page.waitForURL(/tab=register/);
  });

  test("users start a debate and request a turn", async () => {
    const { page } = await site().user("/");
    await waitForHydratedButton(page, "Start Debate");
    await page.getByLabel("Topic").focus();
    await page.keyboard.type(TOPIC);
    await tabTo(page.getByRole("radio", { name: "ChatGPT" }).first());
    await page.keyboard.press("ArrowRight");
    expect(await page.getByRole("radio", { name: "Grok" }).first().isChecked()).toBe(true);
    await tabTo(button(page, "Start Debate"));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/debate\/\d+$/);
    await page.locator("main:focus").waitFor();
    await tabTo(button(page, "Next Turn"));
    await page.keyboard.press("Enter");
    await waitForScore(page, 1);
  });

  test("focusing a floating control does not scroll the page", async () => {
    const page = await openShortDebate(site(), 2);
    await playTurnsUpTo(page, 1);
    await page.setViewportSize({ width: 900, height: 500 });
    await page.evaluate(() => window.scrollTo(0, 400));
    const getScrollY = () => page.evaluate(() => window.scrollY);
    for (const name of ["Next Turn", "Menu"]) {
      await page.getByRole("button", { name }).evaluate((element) => element.focus());
      expect([name, await getScrollY()]).toEqual([name, 400]);
    }
  });

  test("the dialog with keyboard shortcuts returns the focus when it closes", async () => {
    const page = await openShortDebate(site(), 2);
    await button(page, "Next Turn").focus();
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await keys.getByText("Back and forward 15 seconds").waitFor();
    await page.keyboard.press("Escape");
    await keys.waitFor({ state: "detached" });
    expect(await waitForFocus(page, "Next Turn")).toBe("Next Turn");
  });

  test("deleting a debate requires a confirmation, which Escape cancels", async () => {
    const page = await openShortDebate(site(), 2);
    const openDeleteDialog = async () => {
      await page.getByRole("button", { name: "More" }).press("Enter");
      await page.getByRole("button", { name: "Delete" }).waitFor();
      await page.keyboard.press("End");
      expect(await waitForFocus(page, "Delete")).toBe("Delete");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
    };
    await openDeleteDialog();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect(await waitForFocus(page, "More")).toBe("More");
    await openDeleteDialog();
    await page.getByRole("button", { name: "Delete debate" }).press("Enter");
    await waitForText(page, "Debate deleted successfully");
    await page.waitForURL(({ pathname }) => pathname === "/");
  });

  // A phone, and a laptop at 200 % and 400 % zoom, where the menu is higher than the window.
  test.each([
    [390, 600],
    [683, 320],
    [320, 256],
  ])(
    "arrow keys reach every item of an open menu without scrolling the page, at %dx%d",
    async (width, height) => {
      const { page } = await site().visitor("/info", { viewport: { width, height } });
      const menu = page.getByRole("button", { name: "Menu" });
      await page.waitForLoadState("networkidle");
      await menu.press("Enter");
      await page.locator(":popover-open").waitFor();
      for (const [key, line] of [
        ["ArrowDown", "Home"],
        ["ArrowUp", "Sign up"],
        ["ArrowDown", "Home"],
        ["End", "Sign up"],
        ["ArrowUp", "Login"],
        ["Home", "Home"],
      ] as const) {
        await page.keyboard.press(key);
        expect(await waitForFocus(page, line)).toBe(line);
        const box = await page.locator(":focus").boundingBox();
        expect(box?.y).toBeGreaterThan(0);
        expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(height);
      }
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await page.keyboard.press("Escape");
      expect(await waitForFocus(page, "Menu")).toBe("Menu");
    },
  );

  test("users log out with the account menu", async () => {
    site().allowConsoleErrors(SESSION_ENDED_ERROR);
    const { page, username } = await site().user("/");
    await waitForHydratedButton(page, "Start Debate");
    await page.getByRole("button", { name: username ?? "" }).press("Enter");
    await page.locator(":popover-open").waitFor();
    for (const line of ["Account", "Logout"]) {
      await page.keyboard.press("Tab");
      expect(await waitForFocus(page, line)).toBe(line);
    }
    await page.keyboard.press("Enter");
    await waitForText(page, "You have been logged out.");
    await page.getByText("Join the Debate Revolution").waitFor();
  });
});
