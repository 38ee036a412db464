import type { Page } from "playwright-core";
import { describeInBrowser } from "./browser-harness.ts";
import { addTextSpacing, expectSoundLayout, getWindowSizes } from "./layout-problems.ts";
import { closeTranscript, openShortDebate, pressNextTurn } from "./steps.ts";

const SPACED = { sizes: getWindowSizes(1440, 768, 390, 320, 844), mayScroll: true };

/** Phones whose keyboard leaves little of the window. */
const WITH_KEYBOARD = {
  sizes: [
    { width: 390, height: 300 },
    { width: 320, height: 280 },
  ],
  mayScroll: true,
};

/** The colour of an element's outline; null if it has none. */
const getOutline = (page: Page, selector: string): Promise<string | null> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { outlineStyle, outlineColor } = getComputedStyle(element);
      return outlineStyle === "none" ? null : outlineColor;
    });

/** The colour that a system colour keyword has in the page. */
const resolveColor = (page: Page, keyword: string): Promise<string> =>
  page.evaluate((color) => {
    const sample = document.body.appendChild(document.createElement("div"));
    sample.style.outline = `1px solid ${color}`;
    const { outlineColor } = getComputedStyle(sample);
    sample.remove();
    return outlineColor;
  }, keyword);

describeInBrowser("the scene of a running debate", (site) => {
  test("loses no text with enlarged text spacing or an open phone keyboard", async () => {
    const page = await openShortDebate(site(), 4);
    await closeTranscript(page);
    const expectAll = async (what: string) => {
      await expectSoundLayout(page, `${what}, with an open keyboard`, WITH_KEYBOARD);
      await addTextSpacing(page);
      await expectSoundLayout(page, `${what}, with text spacing`, SPACED);
      await page.evaluate(() => void (document.adoptedStyleSheets = []));
    };
    await expectAll("before the first turn");
    await pressNextTurn(page);
    await page.locator("[data-caption]").waitFor();
    await expectAll("while a turn is spoken");
    await page.locator("[data-ruling=ruling]").waitFor();
    await expectAll("while the judge speaks");
  });

  test("shows the lit figure and the current turn in forced colours", async () => {
    const page = await openShortDebate(site(), 4);
    await page.emulateMedia({ forcedColors: "active" });
    await closeTranscript(page);
    const highlight = await resolveColor(page, "Highlight");
    const getPips = () =>
      page
        .locator("[data-pip]")
        .evaluateAll((pips) => [
          ...new Set(pips.map((pip) => getComputedStyle(pip).backgroundColor)),
        ]);
    expect((await getPips()).length).toBe(1);
    await site().stack.fakes.fault({ kind: "turn", tokensPerSecond: 10 });
    await pressNextTurn(page);
    await page.locator("[data-figure=bot_a][data-lit=lit]").waitFor();
    expect(await getOutline(page, "[data-figure=bot_a]")).toBe(highlight);
    expect(await getOutline(page, "[data-figure=bot_b]")).toBeNull();
    expect(await getOutline(page, "[data-pip]")).toBe(highlight);
    expect((await getPips()).length).toBe(2);
    await site().stack.fakes.clearFaults();
    await page.locator("[data-figure=judge][data-lit=lit]").waitFor();
    expect(await getOutline(page, "[data-figure=judge] > [data-face]")).toBe(highlight);
  });
});
