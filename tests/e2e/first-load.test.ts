import { registerUser, startDebate } from "../api-client.ts";
import { SCRIPT_BUDGET_KB, scriptKilobytes } from "./script-bytes.ts";
import { describeSite } from "./site.ts";

describeSite("the first load", (site) => {
  test(`of a page is at most ${SCRIPT_BUDGET_KB} KB of JavaScript`, async () => {
    const { id } = await startDebate(await registerUser(site().stack.origin));
    const pages = [
      await site().user("/"),
      await site().user(`/debate/${id}`),
      await site().visitor("/"),
      await site().visitor(`/debate/${id}`),
      await site().visitor("/debates/public"),
      await site().visitor("/assets"),
    ];
    for (const { page } of pages)
      expect(await scriptKilobytes(page)).toBeLessThanOrEqual(SCRIPT_BUDGET_KB);
  });

  test("shows the page before any script has run, in the theme that was chosen", async () => {
    const { page } = await site().visitor("/", { javaScriptEnabled: false });
    expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
    const html = await (await page.request.get(page.url())).text();
    expect(html).not.toMatch(/<script[^>]* src=|<link[^>]* rel="modulepreload"/);
    const { page: light } = await site().visitor("/");
    await light.evaluate(() => localStorage.setItem("theme", "light"));
    await light.route("**/*.js", (route) => route.fulfill({ contentType: "text/javascript" }));
    await light.reload();
    expect(await light.locator("html").getAttribute("class")).toBe("light");
  });

  test("keeps what is typed before any script has run, and searches for it", async () => {
    const { page } = await site().visitor("/");
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/*.js", (route) => held.then(() => route.continue()));
    await page.goto(`${site().stack.origin}/debates/public`, { waitUntil: "commit" });
    const entry = page.getByRole("searchbox");
    await entry.fill("libraries");
    release();
    await page.waitForURL(/q=libraries/);
    expect(await entry.inputValue()).toBe("libraries");
  });
});
