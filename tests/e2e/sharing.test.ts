import type { Page } from "playwright-core";
import { until } from "../harness.ts";
import { describeSite } from "./site.ts";
import {
  lineOf,
  openShortDebate,
  pathOf,
  said,
  saved,
  stepTo,
  textOf,
  voteForIt,
} from "./steps.ts";

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
