import { AxeBuilder } from "@axe-core/playwright";
import { VISITOR_PAGES, violations } from "./axe.ts";
import { describeSite } from "./site.ts";
import { pathOf, startDebate, stepTo } from "./steps.ts";

describeSite("axe finds nothing wrong", (site) => {
  test.each(VISITOR_PAGES)("on %s, for a visitor", async (path) => {
    const { page } = await site().visitor(path);
    expect(await violations(page)).toEqual([]);
  });

  test.each(["/admin", "/admin-panel", "/admin-panel?tab=audit"])(
    "on %s, for a superadmin",
    async (path) => {
      const { page, username } = await site().user("/");
      await site().makeAdmin(username, "superadmin");
      await page.goto(site().stack.origin + path);
      expect(await violations(page)).toEqual([]);
    },
  );

  test("on the credits page of a user, with a pack chosen", async () => {
    const { page } = await site().user("/credits");
    expect(await violations(page)).toEqual([]);
    await page.getByRole("radio").first().check();
    await page.getByRole("button", { name: "Pay with PayPal" }).waitFor();
    const { violations: said } = await new AxeBuilder({ page }).analyze();
    expect(said.map(({ id }) => id)).toEqual([]);
  });

  test("on the MP4 creator, which is a page by itself", async () => {
    const { page } = await site().visitor("/downloadable/mp4-creator.html");
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  });

  test("on the home page of a user, and on a debate with its scores", async () => {
    const { page } = await site().user("/");
    expect(await violations(page)).toEqual([]);
    await startDebate(page);
    expect(await violations(page)).toEqual([]);
    await stepTo(page, 4);
    expect(await violations(page)).toEqual([]);
    const { page: visiting } = await site().visitor(pathOf(page));
    expect(await violations(visiting)).toEqual([]);
  });
});
