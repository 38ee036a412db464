import type { Page } from "playwright-core";
import { waitUntil } from "../harness.ts";
import { describeInBrowser } from "./browser-harness.ts";
import {
  openMenuItem,
  openShortDebate,
  getPathname,
  waitForText,
  downloadFromMenu,
  playTurnsUpTo,
  readDownload,
  voteForSideFor,
} from "./steps.ts";

/** Opens a dialog whose script is delayed, and checks that the page stays visible meanwhile. */
const openDialog = async (page: Page, line: string, code: RegExp) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const requested = page.waitForRequest(code);
  await page.route(code, (route) => released.then(() => route.continue()));
  await (await openMenuItem(page, "More", line)).click();
  await requested;
  expect(await page.locator("[data-speech]").first().isVisible()).toBe(true);
  release();
  return page.getByRole("dialog");
};

describeInBrowser(
  "a completed debate",
  (site) => {
    test("can be shared by link and code, and downloaded as text and Markdown", async () => {
      const page = await openShortDebate(site(), 2);
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await playTurnsUpTo(page, 2);
      await voteForSideFor(page);
      await page.getByRole("button", { name: "Share" }).last().click();
      await waitForText(page, "Debate link copied to clipboard");
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());

      const text = await readDownload(await downloadFromMenu(page, "Transcript as text"));
      await waitForText(page, "Transcript saved");
      expect(text).toContain("Should libraries open at night?");
      expect(text).toContain("Score ");
      const markdown = await downloadFromMenu(page, "Transcript as Markdown");
      expect(markdown.suggestedFilename()).toMatch(/^debate-\d+\.md$/);
      expect(await readDownload(markdown)).toContain("# Should libraries open at night?");

      const embed = await openDialog(page, "Embed", /embed-dialog/);
      await embed.getByRole("button", { name: "Copy code" }).click();
      await waitForText(page, "Code copied");
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toContain(`<iframe src="${page.url().replace("/debate/", "/embed/debate/")}"`);
      await embed.waitFor({ state: "detached" });

      await page.setViewportSize({ width: 768, height: 1024 });
      const getOverflow = () =>
        page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await waitUntil(async () => (await getOverflow()) === 0);

      const { page: reader } = await site().visitor(getPathname(page));
      const report = await openDialog(reader, "Report", /report-dialog/);
      await report.getByRole("radio").first().waitFor();
    });
  },
  { hasVoice: true, variables: { STANDIN_SPEECH_SPEED: "8" } },
);
