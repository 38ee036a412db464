import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

const THEMES = ["dark", "light"] as const;

/** All pages that visitors may open, and some that do not exist. */
export const VISITOR_PAGES = [
  "/",
  "/auth?tab=login",
  "/auth?tab=register",
  "/auth?tab=forgot",
  "/link#none",
  "/debates/public",
  "/info",
  "/privacy",
  "/leaderboard",
  "/judge",
  "/assets",
  "/nothing/here",
  "/debate/999",
] as const;

/** Checks all rules. Legacy mode leaves out frames of other sites, which no page has. */
export const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });

/** In the second theme, checks only the rules about colours. */
const axeIn = (page: Page, theme: (typeof THEMES)[number]): AxeBuilder =>
  theme === THEMES[0] ? axe(page) : axe(page).withRules(["color-contrast", "link-in-text-block"]);

const setColorMode = async (page: Page, theme: (typeof THEMES)[number]): Promise<void> => {
  const chosen = page.locator(`html[data-theme=${theme}]`);
  if ((await chosen.count()) === 0)
    await page.getByRole("button", { name: "Switch between light and dark" }).click();
  await chosen.waitFor();
  // Waits until the transition between the themes has ended, because contrasts are wrong during it.
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const changing = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(changing.map(({ finished }) => finished));
  });
};

/** Descriptions of all violations in both themes. */
export const findAxeViolations = async (page: Page): Promise<string[]> => {
  const found: string[] = [];
  await page.waitForLoadState("networkidle");
  for (const theme of THEMES) {
    await setColorMode(page, theme);
    const { violations } = await axeIn(page, theme).analyze();
    for (const { id, nodes } of violations)
      found.push(...nodes.map(({ html }) => `${theme}: ${id}: ${html.slice(0, 120)}`));
  }
  return found;
};
