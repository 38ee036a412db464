import { axe, VISITOR_PAGES, violations } from "./axe.ts";
import { describeSite } from "./site.ts";
import { pathOf, startDebate, stepTo } from "./steps.ts";

describeSite("axe finds nothing wrong", (site) => {
  test.each(VISITOR_PAGES)("on %s, for a visitor", async (path) => {
    const { page } = await site().visitor(path);
    expect(await violations(page)).toEqual([]);
  });

  test("on any page for admins, for a superadmin", async () => {
    const { page, username } = await site().user("/");
    await site().makeAdmin(username, "superadmin");
    const operations = ["/operations?tab=running", "/operations?tab=spending"];
    const paths = ["/admin", ...operations, "/admin-panel", "/operations?tab=audit"];
    for (const path of paths) {
      await page.goto(site().stack.origin + path);
      expect([path, await violations(page)]).toEqual([path, []]);
    }
  });

  test("on the credits page of a user, with a pack chosen", async () => {
    const { page } = await site().user("/credits");
    expect(await violations(page)).toEqual([]);
    await page.getByRole("radio").first().click();
    await page.getByRole("button", { name: "Pay with PayPal" }).waitFor();
    const { violations: said } = await axe(page).analyze();
    expect(said.map(({ id }) => id)).toEqual([]);
  });

  test("on the page of a user's account", async () => {
    const { page } = await site().user("/account");
    await page.getByText("This device").waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test("on the MP4 creator, which is a page by itself", async () => {
    const { page } = await site().visitor("/downloadable/mp4-creator.html");
    expect((await axe(page).analyze()).violations).toEqual([]);
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
