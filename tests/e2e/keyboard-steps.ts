import type { Locator, Page } from "playwright-core";

export const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement).catch(() => false);

/** Presses Tab (or Shift+Tab) until the target has the focus, then Enter. */
export const pressWithKeyboard = async (
  target: Locator,
  move: "Tab" | "Shift+Tab" = "Tab",
): Promise<void> => {
  await target.waitFor();
  const { keyboard } = target.page();
  for (let presses = 0; presses < 60 && !(await hasFocus(target)); presses += 1)
    await keyboard.press(move);
  await keyboard.press("Enter");
};

export const findButton = (page: Page, name: string): Locator => page.getByRole("button", { name });

/** Requests a turn of a debate of four turns with the keyboard, and waits for the judge's note. */
export const playTurnByKeyboard = async (page: Page, turnNumber: number): Promise<void> => {
  await pressWithKeyboard(findButton(page, "Next Turn"));
  await page.locator("[data-page-bar]").getByText(`Turn ${turnNumber} of 4`).waitFor();
  await page.locator(`#turn-${turnNumber} [role=note]`).waitFor({ state: "attached" });
};
