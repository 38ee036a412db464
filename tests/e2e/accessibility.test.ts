import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { describeSite } from "./site.ts";
import { pathOf, startDebate, stepTo } from "./steps.ts";

const THEMES = ["dark", "light"] as const;

/** What axe finds wrong, in either theme, in words. */
const violations = async (page: Page): Promise<string[]> => {
  const found: string[] = [];
  for (const theme of THEMES) {
    await page.evaluate((chosen) => localStorage.setItem("theme", chosen), theme);
    await page.reload();
    await page.locator(`html.${theme}`).waitFor();
    await page.waitForLoadState("networkidle");
    const { violations: said } = await new AxeBuilder({ page }).analyze();
    for (const { id, nodes } of said)
      found.push(...nodes.map(({ html }) => `${theme}: ${id}: ${html.slice(0, 120)}`));
  }
  return found;
};

describeSite("axe finds nothing wrong", (site) => {
  test.each([
    "/",
    "/auth?tab=login",
    "/auth?tab=register",
    "/debates/public",
    "/info",
    "/privacy",
    "/assets",
    "/downloadable/mp4-creator.html",
    "/nothing/here",
    "/debate/999",
  ])(
    "on %s, for a visitor",
    async (path) => {
      const { page } = await site().visitor(path);
      expect(await violations(page)).toEqual([]);
    },
    60_000,
  );

  test.each(["/admin", "/admin-panel", "/admin-panel?tab=audit"])(
    "on %s, for a superadmin",
    async (path) => {
      const { page, username } = await site().user("/");
      await site().makeAdmin(username, "superadmin");
      await page.goto(site().stack.origin + path);
      expect(await violations(page)).toEqual([]);
    },
    60_000,
  );

  test("on the credits page of a user, with a pack chosen", async () => {
    const { page } = await site().user("/credits");
    expect(await violations(page)).toEqual([]);
    await page.getByRole("radio").first().check();
    await page.getByRole("button", { name: "Pay with PayPal" }).waitFor();
    const { violations: said } = await new AxeBuilder({ page }).analyze();
    expect(said.map(({ id }) => id)).toEqual([]);
  }, 60_000);

  test("on the home page of a user, and on a debate with its scores", async () => {
    const { page } = await site().user("/");
    expect(await violations(page)).toEqual([]);
    await startDebate(page);
    expect(await violations(page)).toEqual([]);
    await stepTo(page, 4);
    expect(await violations(page)).toEqual([]);
    const { page: visiting } = await site().visitor(pathOf(page));
    expect(await violations(visiting)).toEqual([]);
  }, 120_000);
});
