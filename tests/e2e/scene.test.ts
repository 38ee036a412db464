import type { Page } from "playwright-core";
import { Debate } from "#shared/contract/debates/debate.ts";
import { waitUntil } from "../harness.ts";
import { describeInBrowser } from "./browser-harness.ts";
import {
  findTurn,
  getPathname,
  openShortDebate,
  playTurnsUpTo,
  pressNextTurn,
  TOPIC,
  waitForHydratedButton,
} from "./steps.ts";

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 360, height: 640 },
  { width: 844, height: 390 },
  // 1440 × 900 at a zoom of 200 %.
  { width: 720, height: 450 },
];

const closeTranscript = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Transcript", pressed: true }).click();
  await page.getByRole("button", { name: "Transcript", pressed: false }).waitFor();
};

/** Lists texts of the scene that are cut off, too wide, or overlap another text of it. */
const listOverlaps = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const problems: string[] = [];
    const [bar, scene, dock] = ["[data-page-bar]", "[data-scene]", "[data-dock]"].map((part) =>
      document.querySelector(part)?.getBoundingClientRect(),
    );
    if (!bar || !scene || !dock) return ["a part of the page is missing"];
    if (bar.bottom > scene.top + 1) problems.push("the bar covers the scene");
    if (scene.bottom > dock.top + 1) problems.push("the controls cover the scene");
    const texts = [...document.querySelectorAll("[data-scene] :is(p, strong, button)")].filter(
      (text) => text.getClientRects().length > 0 && text.textContent !== "",
    );
    const boxes = texts.map((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      // A clamped text is cut off with an ellipsis, on purpose.
      const { left, right, top } = range.getBoundingClientRect();
      const bottom = Math.min(
        range.getBoundingClientRect().bottom,
        text.getBoundingClientRect().bottom,
      );
      return { text: text.textContent.slice(0, 40), left, right, top, bottom };
    });
    for (const [index, box] of boxes.entries()) {
      if (box.top < scene.top - 1 || box.bottom > scene.bottom + 1)
        problems.push(`cut off: ${box.text}`);
      if (box.left < -1 || box.right > scene.right + 1) problems.push(`too wide: ${box.text}`);
      for (const other of boxes.slice(index + 1))
        if (
          box.left < other.right - 1 &&
          other.left < box.right - 1 &&
          box.top < other.bottom - 1 &&
          other.top < box.bottom - 1
        )
          problems.push(`overlap: ${box.text} | ${other.text}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) problems.push("wider than the window");
    return problems;
  });

const expectNoOverlaps = async (page: Page, what: string): Promise<void> => {
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    // The height of the bottom bar reaches the scene one frame later.
    const isFree = async () => (await listOverlaps(page)).length === 0;
    await waitUntil(isFree, { timeoutMs: 5000 }).catch(() => undefined);
    expect([what, viewport, await listOverlaps(page)]).toEqual([what, viewport, []]);
  }
};

const getCaption = (page: Page): Promise<string> =>
  page.locator("[data-caption] > p").last().innerText();

describeInBrowser("the scene of a running debate", (site) => {
  test("fills the window without overlapping texts, from the topic to the ruling", async () => {
    const page = await openShortDebate(site(), 4);
    await closeTranscript(page);
    await expectNoOverlaps(page, "before the first turn");
    await pressNextTurn(page);
    await page.locator("[data-caption]").waitFor();
    await expectNoOverlaps(page, "while a turn is spoken");
    await page.locator("[data-ruling=ruling]").waitFor();
    await expectNoOverlaps(page, "while the judge speaks");
  });

  test("starts with the buttons in its middle, while the control row stays where it is", async () => {
    const page = await openShortDebate(site(), 4);
    await closeTranscript(page);
    const start = page.getByRole("button", { name: "Start the debate" });
    const row = () => page.getByRole("group", { name: "Debate controls" }).boundingBox();
    for (const viewport of SIZES) {
      await page.setViewportSize(viewport);
      expect(await start.isVisible()).toBe(true);
    }
    const before = await row();
    await page.getByRole("button", { name: "One turn at a time" }).click();
    await page.locator("[data-caption=bot_a]").waitFor();
    expect(await row()).toEqual(before);
    expect(await start.count()).toBe(0);
    expect(await page.locator("html").getAttribute("data-transcript")).toBe("closed");
  });

  test("shows the sentences of a turn one after another, then the judge's score and ruling", async () => {
    const page = await openShortDebate(site(), 4);
    await closeTranscript(page);
    await pressNextTurn(page);
    await page.locator("[data-caption=bot_a]").waitFor();
    const first = await getCaption(page);
    await waitUntil(async () => (await getCaption(page)) !== first, { what: "the next sentence" });
    await page.locator("[data-ruling=ruling]").waitFor();
    const words = () => page.locator("[data-ruling]").innerText();
    expect(await words()).toMatch(/^(10|[1-9])\s+for ChatGPT, turn 1\s+\S+/);
    // A page that is opened later shows the ruling at once.
    await page.reload();
    await page.locator("[data-ruling=ruling]").waitFor();
    // The ruling appears after the first frame, when the browser reports that the scene is in view.
    await waitUntil(async () => /^(10|[1-9])\s+for ChatGPT, turn 1\s+\S+/.test(await words()), {
      what: "the ruling",
    });
  });

  test("lets the viewer skip the judge's moment, which delays no turn", async () => {
    const page = await openShortDebate(site(), 4);
    await closeTranscript(page);
    await pressNextTurn(page);
    await page.getByRole("button", { name: "Skip" }).click();
    expect(await page.getByRole("button", { name: "Skip" }).count()).toBe(0);
    await pressNextTurn(page);
    await page.locator("[data-caption=bot_b]").waitFor();
  });

  test("turns the eyes of the silent figures to whoever speaks, then to the judge", async () => {
    const page = await openShortDebate(site(), 4);
    await closeTranscript(page);
    const getGazes = () =>
      page.evaluate(() =>
        ["bot_a", "bot_b", "judge"].map((figure) => {
          const eyes = document.querySelector(`[data-figure=${figure}] .eyes`);
          const [x = 0, y = 0] = eyes
            ? getComputedStyle(eyes).translate.split(" ").map(parseFloat)
            : [];
          return [Math.sign(x || 0), Math.sign(y)];
        }),
      );
    const waitForGazes = (gazes: number[][], what: string) =>
      waitUntil(async () => JSON.stringify(await getGazes()) === JSON.stringify(gazes), { what });
    const AT_VIEWER = [0, 0];
    await waitForGazes([AT_VIEWER, AT_VIEWER, AT_VIEWER], "all looking at the viewer");
    await pressNextTurn(page);
    await waitForGazes([AT_VIEWER, [-1, 1], [-1, 1]], "both looking at For");
    const towardsJudge = [[1, -1], [-1, -1], AT_VIEWER];
    await waitForGazes(towardsJudge, "both looking at the judge");
    await page.getByRole("button", { name: "Skip" }).click();
    await waitForGazes([AT_VIEWER, AT_VIEWER, AT_VIEWER], "all looking at the viewer again");
    await pressNextTurn(page);
    await waitForGazes([[1, 1], AT_VIEWER, [1, 1]], "both looking at Against");
  });

  test("gives the figure of each provider its own habit, which the compositor animates", async () => {
    const listAnimations = (page: Page) =>
      page.evaluate(() =>
        document.getAnimations().flatMap((animation) => {
          const { effect, playState } = animation;
          const target = effect instanceof KeyframeEffect ? effect.target : null;
          if (!(effect instanceof KeyframeEffect) || playState !== "running") return [];
          const figure = target?.closest("[data-figure]");
          if (!figure || !(animation instanceof CSSAnimation)) return [];
          const properties = effect
            .getKeyframes()
            .flatMap((frame) => Object.keys(frame))
            .filter((name) => !/^(?:offset|computedOffset|easing|composite)$/.test(name));
          const face = figure.querySelector<HTMLElement>("[data-face]")?.dataset["face"] ?? "";
          return [{ face, name: animation.animationName, properties }];
        }),
      );
    const { page: still } = await site().user("/");
    const answer = await still.request.post(`${site().stack.origin}/api/debates`, {
      headers: { origin: site().stack.origin },
      data: { topic: TOPIC, maxTurns: 4, botBProvider: "claude" },
    });
    const { id } = Debate.parse(await answer.json());
    const path = `/debate/${id}`;
    const { page } = await site().visitor(path, { reducedMotion: "no-preference" });
    await closeTranscript(page);
    const FACES = ["round", "dome", "angular"];
    await waitUntil(
      async () =>
        new Set((await listAnimations(page)).map(({ face }) => face)).size === FACES.length,
    );
    const animations = await listAnimations(page);
    const habits = FACES.map((face) =>
      animations
        .filter((each) => each.face === face)
        .map(({ name }) => name)
        .sort()
        .join(),
    );
    expect(new Set(habits).size).toBe(FACES.length);
    expect(
      animations
        .flatMap(({ properties }) => properties)
        .filter((name) => !["transform", "translate", "opacity"].includes(name)),
    ).toEqual([]);
    await still.goto(site().stack.origin + path);
    await closeTranscript(still);
    await waitUntil(async () => (await listAnimations(still)).length === 0, {
      what: "no movement",
    });
  });

  test("remembers whether the transcript is open, and opens it for a focus or a link in it", async () => {
    const page = await openShortDebate(site(), 4);
    await closeTranscript(page);
    await page.reload();
    await waitForHydratedButton(page, "Next Turn");
    const isClosed = () =>
      page.evaluate(() => document.documentElement.dataset["transcript"] === "closed");
    expect(await isClosed()).toBe(true);
    await playTurnsUpTo(page, 1);
    // Screen readers read the closed transcript.
    expect(await page.getByRole("heading", { name: "Turn 1, ChatGPT" }).count()).toBe(1);
    await findTurn(page, 1).getByRole("note").focus();
    expect(await isClosed()).toBe(false);
    await page.goto(`${site().stack.origin}${getPathname(page)}#turn-1`);
    await page.reload();
    expect(await isClosed()).toBe(false);
    expect(await page.evaluate(() => localStorage.getItem("transcript"))).toBe("closed");
  });
});
