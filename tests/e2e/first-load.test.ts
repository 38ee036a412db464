import { gzipSync } from "node:zlib";
import { registerUser, startDebate } from "../api-client.ts";
import { describeSite, type Person } from "./site.ts";

const BUDGET_KB = 200;
const scriptKilobytes = async ({ page }: Person): Promise<number> => {
  const scripts = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.add(request.url());
  });
  // The last that a page fetches, when it has settled, is the toaster.
  const toaster = page.waitForResponse(/\/toaster-[^/]+\.js$/);
  await page.reload();
  await toaster;
  const answers = await Promise.all([...scripts].map((url) => page.request.get(url)));
  const bodies = await Promise.all(answers.map((answer) => answer.body()));
  return bodies.reduce((sum, body) => sum + gzipSync(body).length / 1024, 0);
};

describeSite("the first load", (site) => {
  test(`of home and of a debate is at most ${BUDGET_KB} KB of JavaScript`, async () => {
    const { id } = await startDebate(await registerUser(site().stack.origin));
    for (const path of ["/", `/debate/${id}`]) {
      expect(await scriptKilobytes(await site().visitor(path))).toBeLessThanOrEqual(BUDGET_KB);
      expect(await scriptKilobytes(await site().user(path))).toBeLessThanOrEqual(BUDGET_KB);
    }
  }, 60_000);

  test("shows the page before any script has run, in the theme that was chosen", async () => {
    const { page } = await site().visitor("/", { javaScriptEnabled: false });
    expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
    const { page: light } = await site().visitor("/");
    await light.evaluate(() => localStorage.setItem("theme", "light"));
    await light.route("**/*.js", (route) => route.fulfill({ contentType: "text/javascript" }));
    await light.reload();
    expect(await light.locator("html").getAttribute("class")).toBe("light");
  });
});
