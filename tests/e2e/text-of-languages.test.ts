import type { Locator } from "playwright-core";
import { DEBATE_TEXTS } from "../helpers/debates-by-language.ts";
import { describeInBrowser } from "./browser-harness.ts";
import {
  findTurn,
  getPathname,
  openShortDebate,
  playTurnsUpTo,
  pressNextTurn,
  waitForSpeakingTurn,
} from "./steps.ts";

const PHONE = { width: 390, height: 844 };
const TABLET = { width: 768, height: 1024 };
const DESKTOP = { width: 1440, height: 900 };

/** Widths of the lines of an element's text, in pixels. */
const measureLines = (locator: Locator): Promise<number[]> =>
  locator.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const widths = new Map<number, number>();
    for (const { top, width } of range.getClientRects())
      widths.set(Math.round(top), (widths.get(Math.round(top)) ?? 0) + width);
    return [...widths.values()];
  });

/** The left and right edge of an element, in whole pixels. */
const getEdges = (locator: Locator): Promise<{ left: number; right: number }> =>
  locator.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    return { left: Math.round(left), right: Math.round(right) };
  });

const getFontFamily = (locator: Locator): Promise<string> =>
  locator.evaluate((element) => getComputedStyle(element).fontFamily);

describeInBrowser("the text of a debate", (site) => {
  test("leaves no single word on the last line of the topic in the bar", async () => {
    const page = await openShortDebate(site(), 4, DEBATE_TEXTS.de.topic);
    await page.setViewportSize(PHONE);
    const [first = 0, last = 0, ...others] = await measureLines(page.locator("h1"));
    expect(others).toEqual([]);
    expect(last).toBeGreaterThan(first * 0.75);
  });

  test("shows a topic in two lines in the bar of a wide window", async () => {
    const page = await openShortDebate(site(), 4, DEBATE_TEXTS.zh.topic);
    await page.setViewportSize(DESKTOP);
    const topic = page.locator("h1");
    expect(await measureLines(topic)).toHaveLength(2);
    expect(
      await topic.evaluate((h1) => [
        h1.scrollHeight - h1.clientHeight,
        h1.scrollWidth - h1.clientWidth,
      ]),
    ).toEqual([0, 0]);
  });

  test("has the dashes and quotation marks of its language", async () => {
    const page = await openShortDebate(site(), 4, DEBATE_TEXTS.zh.topic);
    const topic = page.locator("h1");
    await page.setViewportSize(DESKTOP);
    expect(await getFontFamily(topic)).toMatch(/^"Chinese Marks", "Bricolage Grotesque", /);
    await page.setViewportSize(PHONE);
    expect(await getFontFamily(topic)).toMatch(/^"Chinese Marks", "?Inter"?, /);
    expect(await getFontFamily(page.locator("body"))).not.toContain("Marks");
  });

  test("has its closing quotation mark in the summary of a folded turn, even if it is truncated", async () => {
    const page = await openShortDebate(site(), 6);
    await playTurnsUpTo(page, 3);
    await page.setViewportSize(PHONE);
    await page.reload();
    const summary = page.locator("details:not([open]) > summary").first();
    const { hidden, end, limit } = await summary.locator("> [dir]").evaluate((element) => {
      const words = element.querySelector("span");
      const mark = document.createRange();
      mark.selectNodeContents(element.lastChild ?? element);
      return {
        hidden: (words?.scrollWidth ?? 0) - (words?.clientWidth ?? 0),
        end: mark.getBoundingClientRect().right,
        limit: element.nextElementSibling?.getBoundingClientRect().left ?? 0,
      };
    });
    expect(hidden).toBeGreaterThan(0);
    expect(end).toBeLessThanOrEqual(limit);
    expect(await page.locator("details[open] > summary > [dir]").first().isVisible()).toBe(false);
  });

  test("has the button that folds a turn at the end of its head", async () => {
    const page = await openShortDebate(site(), 2);
    await playTurnsUpTo(page, 2);
    const { page: reader } = await site().visitor(getPathname(page));
    const turn = findTurn(reader, 1);
    for (const size of [PHONE, TABLET, DESKTOP]) {
      await reader.setViewportSize(size);
      const [button, speaker, head] = await Promise.all(
        [
          turn.locator("summary"),
          turn.getByRole("heading").first(),
          turn.locator("[data-head]"),
        ].map(getEdges),
      );
      expect(button?.left).toBeGreaterThan(speaker?.right ?? Infinity);
      expect(button?.right).toBe(head?.right);
    }
  });

  test("has the score of a right-to-left note and the face beside a right-to-left quote at its start", async () => {
    const page = await openShortDebate(site(), 6, DEBATE_TEXTS.he.topic);
    await playTurnsUpTo(page, 1);
    const getSides = (start: Locator, text: Locator) =>
      Promise.all([start, text].map((each) => each.boundingBox())).then(([first, words]) => [
        first && Math.round(first.x + first.width),
        words && Math.round(words.x + words.width),
      ]);
    const note = page.locator("[data-note]").first();
    const [scoreEnd, noteEnd] = await getSides(
      note.locator("p").first(),
      note.locator("p[dir]").first(),
    );
    expect(scoreEnd).toBe(noteEnd);
    expect((await note.locator("strong").boundingBox())?.x).toBeGreaterThan((noteEnd ?? 0) - 120);
    await page.goto(site().stack.origin);
    const card = page.getByRole("article").filter({ hasText: DEBATE_TEXTS.he.topic }).first();
    const [faceEnd, quoteEnd] = await getSides(
      card.locator("span:has(> svg)").first(),
      card.locator("span + p[dir]"),
    );
    expect(faceEnd).toBeGreaterThan(quoteEnd ?? Infinity);
  });

  test("starts with an ellipsis on a card if the window of the card cuts its start off", async () => {
    const page = await openShortDebate(site(), 4);
    await site().stack.fakes.fault({ kind: "turn", tokensPerSecond: 5 });
    await pressNextTurn(page);
    await waitForSpeakingTurn(page, 1);
    const { page: home } = await site().visitor("/");
    const words = home.locator("[data-live] p[lang]");
    const heights = await words.first().evaluate((element) =>
      ["One line.", "Many words. ".repeat(60)].map((text) => {
        element.textContent = text;
        return getComputedStyle(element, "::after").height;
      }),
    );
    expect(heights).toEqual(["0px", "25.5px"]);
  });
});
