import type { Page } from "playwright-core";
import { describeInBrowser } from "./browser-harness.ts";
import { openShortDebate, playTurnsUpTo, waitForHydratedButton } from "./steps.ts";

/** Delays all scripts requested from now on by 3 s, as on a slow connection. */
const delayScripts = async (page: Page): Promise<void> => {
  await page.route("**/static/*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await route.continue().catch(() => undefined);
  });
};

/** Makes the page count each menu's items in the first frame in which the menu is open. */
const installItemCounter = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.addEventListener(
      "beforetoggle",
      ({ target }) => {
        const panel = target as HTMLElement;
        requestAnimationFrame(() => {
          if (panel.matches(":popover-open"))
            panel.dataset["lines"] = String(panel.querySelectorAll("a, button").length);
        });
      },
      true,
    );
  });

const readItemCount = async (page: Page): Promise<number> => {
  const panel = page.locator("[data-lines]:popover-open");
  await panel.waitFor();
  const count = await panel.getAttribute("data-lines");
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "hidden" });
  return Number(count);
};

describeInBrowser("a debate's menus on a slow connection", (site) => {
  test.each(["More", "Download"])(
    "open %s with all items by pointer, Enter and arrow key",
    async (name) => {
      const page = await openShortDebate(site(), 2);
      await playTurnsUpTo(page, 1);
      const button = page.getByRole("button", { name, exact: true }).first();
      for (const open of [
        () => button.click(),
        () => button.press("Enter"),
        () => button.press("ArrowDown"),
      ]) {
        await page.reload();
        await page.getByRole("button", { name: "Next Turn", disabled: false }).waitFor();
        await delayScripts(page);
        await installItemCounter(page);
        await open();
        expect(await readItemCount(page)).toBeGreaterThanOrEqual(3);
        await page.unroute("**/static/*.js");
      }
    },
  );

  test("stay open when the page hydrates after the click", async () => {
    const page = await openShortDebate(site(), 2);
    await delayScripts(page);
    await page.reload({ waitUntil: "commit" });
    await page.locator("header [popovertarget]").locator("visible=true").first().click();
    expect(await page.getByRole("button", { name: "Next Turn" }).isDisabled()).toBe(true);
    await waitForHydratedButton(page, "Next Turn");
    expect(await page.locator(":popover-open").isVisible()).toBe(true);
    await page.unroute("**/static/*.js");
  });

  test("open each dialog of More with its controls", async () => {
    const page = await openShortDebate(site(), 2);
    await page.evaluate(() => {
      const { showModal } = HTMLDialogElement.prototype;
      HTMLDialogElement.prototype.showModal = function show() {
        showModal.call(this);
        this.dataset["controls"] = String(this.querySelectorAll("button, input, select").length);
      };
    });
    for (const line of ["Embed", "Settings", "Keyboard shortcuts", "Delete"]) {
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("button", { name: line, exact: true }).click();
      const dialog = page.locator("dialog[open]");
      await dialog.waitFor();
      expect([line, Number(await dialog.getAttribute("data-controls")) > 0]).toEqual([line, true]);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    }
  });
});
