import { axe, VISITOR_PAGES, findAxeViolations } from "./axe.ts";
import { describeInBrowser } from "./browser-harness.ts";
import { getPathname, startDebateWithForm, playTurnsUpTo } from "./steps.ts";

describeInBrowser("axe finds no violations", (site) => {
  test.each(VISITOR_PAGES)("on %s for a visitor", async (path) => {
    const { page } = await site().visitor(path);
    expect(await findAxeViolations(page)).toEqual([]);
  });

  test("on the admin pages for a superadmin", async () => {
    const { page, username } = await site().user("/");
    await site().makeAdmin(username, "superadmin");
    const operations = ["/operations?tab=running", "/operations?tab=spending"];
    const paths = ["/admin", ...operations, "/admin-panel", "/operations?tab=audit"];
    for (const path of paths) {
      await page.goto(site().stack.origin + path);
      expect([path, await findAxeViolations(page)]).toEqual([path, []]);
    }
  });

  test("on the credits page of a user who has chosen a pack", async () => {
    const { page } = await site().user("/credits");
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole("radio").first().click();
    await page.getByRole("button", { name: "Pay with PayPal" }).waitFor();
    const { violations } = await axe(page).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
  });

  test("on a user's account page", async () => {
    const { page } = await site().user("/account");
    await page.getByText("This device").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });

  test("on the page of the MP4 creator", async () => {
    const { page } = await site().visitor("/downloadable/mp4-creator.html");
    expect((await axe(page).analyze()).violations).toEqual([]);
  });

  test("on a user's home page and on a debate with scores", async () => {
    const { page } = await site().user("/");
    expect(await findAxeViolations(page)).toEqual([]);
    await startDebateWithForm(page);
    expect(await findAxeViolations(page)).toEqual([]);
    await playTurnsUpTo(page, 4);
    expect(await findAxeViolations(page)).toEqual([]);
    const { page: visitorPage } = await site().visitor(getPathname(page));
    expect(await findAxeViolations(visitorPage)).toEqual([]);
  });
});
