import { readFile } from "node:fs/promises";
import type { Download, Page } from "playwright-core";
import { Debate } from "#shared/contract/debate.ts";
import { until } from "../harness.ts";
import { describeSite, type Person } from "./site.ts";
import { alive, openShortDebate, pathOf, said, stepTo } from "./steps.ts";

/** All that a topic may hold to do harm, but for its length. */
const NASTY = `<img src=x onerror="document.title='owned'"> & "quotes" $& هل هذا صحيح؟ 🎉 **bold**`;

const textOf = async (download: Download): Promise<string> =>
  readFile(await download.path(), "utf8");

/** A line of a menu, which is opened for it; of two such menus, the one at the end of the page. */
const lineOf = async (page: Page, menu: string, line: string) => {
  await page.getByRole("button", { name: menu, exact: true }).last().click();
  return page.getByRole("button", { name: line, exact: true });
};

const saved = async (page: Page, kind: string): Promise<Download> => {
  const line = await lineOf(page, "Download", kind);
  const [download] = await Promise.all([page.waitForEvent("download"), line.click()]);
  return download;
};

const createDebate = async ({ page }: Person, origin: string, topic: string): Promise<number> => {
  const answer = await page.request.post(`${origin}/api/debates`, {
    headers: { origin },
    data: { topic, maxTurns: 2, botBProvider: "claude" },
  });
  return Debate.parse(await answer.json()).id;
};

/** Votes, and waits for the verdict: what comes at a debate's end moves the page until then. */
const voteForIt = async (page: Page) => {
  await page.getByRole("button", { name: "For, ChatGPT" }).click();
  await page.getByText(/^You said For\. The judge said/).waitFor();
};

/** Presses what opens a dialog, whose code comes late: the page stays while it is waited for. */
const openDialog = async (page: Page, line: string, code: RegExp) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked = page.waitForRequest(code);
  await page.route(code, (route) => held.then(() => route.continue()));
  await (await lineOf(page, "More", line)).click();
  await asked;
  expect(await page.locator("[data-speech]").first().isVisible()).toBe(true);
  release();
  return page.getByRole("dialog");
};

describeSite(
  "a debate that is over",
  (site) => {
    test("is shared by its link and kept as a transcript, in either form", async () => {
      const page = await openShortDebate(site(), 2);
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await stepTo(page, 2);
      await voteForIt(page);
      await page.getByRole("button", { name: "Share" }).last().click();
      await said(page, "Debate link copied to clipboard");
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());

      const text = await textOf(await saved(page, "Transcript as text"));
      await said(page, "Transcript saved");
      expect(text).toContain("Should libraries open at night?");
      expect(text).toContain("Score ");
      const markdown = await saved(page, "Transcript as Markdown");
      expect(markdown.suggestedFilename()).toMatch(/^debate-\d+\.md$/);
      expect(await textOf(markdown)).toContain("# Should libraries open at night?");

      const embed = await openDialog(page, "Embed", /embed-dialog/);
      await embed.getByRole("button", { name: "Copy code" }).click();
      await said(page, "Code copied");
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toContain(`<iframe src="${page.url().replace("/debate/", "/embed/debate/")}"`);
      await embed.waitFor({ state: "detached" });

      await page.setViewportSize({ width: 768, height: 1024 });
      const tooWide = () =>
        page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await until(async () => (await tooWide()) === 0);

      const { page: reader } = await site().visitor(pathOf(page));
      const report = await openDialog(reader, "Report", /report-dialog/);
      await report.getByRole("radio").first().waitFor();
    });
  },
  { hasVoice: true, variables: { STANDIN_SPEECH_SPEED: "8" } },
);

describeSite("a topic that means harm", (site) => {
  test.each([
    ["markup, emoji and right-to-left text", NASTY],
    ["300 characters without a space", "W".repeat(300)],
  ])("%s breaks neither page, tags, picture nor transcript", async (_what, topic) => {
    const { origin } = site().stack;
    const owner = await site().user("/");
    const { page } = owner;
    const id = await createDebate(owner, origin, topic);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${origin}/debate/${id}`);
      await alive(page, "Next Turn");
      expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(topic);
      expect(await page.title()).toBe(`${topic} | Chatbot Debate`);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      ).toBe(0);
    }
    const tag = page.locator('meta[property="og:title"]');
    expect(await tag.getAttribute("content")).toBe(topic);
    const picture = await page.request.get(`${origin}/debate/${id}/picture.png`);
    expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/png"]);
    await stepTo(page, 2);
    await voteForIt(page);
    expect(await textOf(await saved(page, "Transcript as text"))).toContain(topic);
  });
});
