import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

const THEMES = ["dark", "light"] as const;

/** Every page that needs no account, and some that are not there. */
export const VISITOR_PAGES = [
  "/",
  "/auth?tab=login",
  "/auth?tab=register",
  "/debates/public",
  "/info",
  "/privacy",
  "/assets",
  "/nothing/here",
  "/debate/999",
] as const;

/** All rules; in the second theme only those that colours can break. */
const axe = (page: Page, theme: (typeof THEMES)[number]): AxeBuilder => {
  const all = new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
  return theme === THEMES[0] ? all : all.withRules(["color-contrast", "link-in-text-block"]);
};

/** What axe finds wrong, in either theme, in words. */
export const violations = async (page: Page): Promise<string[]> => {
  const found: string[] = [];
  for (const theme of THEMES) {
    await page.evaluate((chosen) => localStorage.setItem("theme", chosen), theme);
    await page.reload();
    await page.locator(`html.${theme}`).waitFor();
    await page.waitForLoadState("networkidle");
    const { violations: said } = await axe(page, theme).analyze();
    for (const { id, nodes } of said)
      found.push(...nodes.map(({ html }) => `${theme}: ${id}: ${html.slice(0, 120)}`));
  }
  return found;
};
