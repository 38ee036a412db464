import type { Page } from "playwright-core";
import { Debate } from "#shared/contract/debates/debate.ts";
import { waitUntil } from "../harness.ts";
import { createDebateWith, registerUser } from "../helpers/api-client.ts";
import { describeInBrowser } from "./browser-harness.ts";
import { expectSoundLayout, getWindowSizes, WINDOW_SIZES } from "./layout-problems.ts";
import {
  closeTranscript,
  findTurn,
  getPathname,
  openShortDebate,
  playTurnsUpTo,
  pressNextTurn,
  TOPIC,
  waitForHydratedButton,
  waitForScore,
} from "./steps.ts";

/**
 * Measures the gap between the outline that forced colours draw around the judge and the judge's
 * name, in pixels. Negative if they overlap.
 */
const measureJudgeGap = (page: Page): Promise<number> =>
  page.locator("[data-figure=judge][data-lit]").evaluate((judge) => {
    const [face, name] = judge.children;
    if (!face || !name) throw new Error("The judge has no name.");
    const { bottom, width } = face.getBoundingClientRect();
    const style = getComputedStyle(face);
    const outlinePx = parseFloat(style.outlineOffset) + parseFloat(style.outlineWidth);
    const scale = width / parseFloat(style.width);
    return name.getBoundingClientRect().top - bottom - outlinePx * scale;
  });

const PHONE = { width: 390, height: 844 };

/** A short sentence, and one that is almost as long as a caption may be. */
const LONG_CAPTION =
  "Think of those who come after us. A promise about centers is made today by people who feel strongly, and kept later by people who were never asked.";

const getCaption = (page: Page): Promise<string> =>
  page.locator("[data-caption] > p").last().innerText();

describeInBrowser("the scene of a running debate", (site) => {
  test("fills the window without overlapping texts, from the topic to the ruling", async () => {
    const page = await openShortDebate(site(), 4);
    await closeTranscript(page);
    await expectSoundLayout(page, "before the first turn");
    await pressNextTurn(page);
    await page.locator("[data-caption]").waitFor();
    await expectSoundLayout(page, "while a turn is spoken");
    await page.locator("[data-ruling=ruling]").waitFor();
    await expectSoundLayout(page, "while the judge speaks");
  });

  test("shows whole captions and rulings on a phone, below the note on another user's Auto-Play", async () => {
    const { origin, fakes } = site().stack;
    const sizes = [PHONE, ...getWindowSizes(360)];
    const owner = await registerUser(origin);
    const { id } = await createDebateWith(owner, { maxTurns: 6, botBProvider: "claude" });
    const { page } = await site().user(`/debate/${id}`, { viewport: PHONE });
    await closeTranscript(page);
    await owner.request("PUT", `/api/debates/${id}/auto-play`, { body: { on: true } });
    await page.locator("[data-caption]").waitFor();
    await fakes.fault({ kind: "turn", effect: "stall" });
    await page.locator("[data-ruling=ruling]").waitFor();
    await page.emulateMedia({ forcedColors: "active" });
    // Waits until the figure's transition has ended.
    await waitUntil(async () => (await measureJudgeGap(page)) >= 0, { timeoutMs: 2000 });
    await page.emulateMedia({ forcedColors: "none" });
    await expectSoundLayout(page, "while the judge speaks", { sizes });

    await site().sql("UPDATE turns SET content = $2, score = NULL WHERE debate_id = $1", [
      id,
      LONG_CAPTION,
    ]);
    await page.reload();
    await page.getByText(/can pause it\.$/).waitFor();
    await expectSoundLayout(page, "while a long caption is shown", { sizes });
    await fakes.clearFaults();
  });

  test("shows why a turn failed, with the next step, without overlapping texts", async () => {
    const page = await openShortDebate(site(), 4);
    await closeTranscript(page);
    const retry = page.getByRole("button", { name: "Try again" });
    for (const turnNumber of [1, 2]) {
      await site().stack.fakes.fault({ kind: "turn", effect: "status", status: 401 });
      await pressNextTurn(page);
      await retry.waitFor();
      await expectSoundLayout(page, `after turn ${turnNumber} failed`);
      const scene = page.getByRole("region", { name: "Scene" });
      expect(await scene.innerText()).toMatch(/is not set up correctly on this site\./);
      expect(await page.locator("[data-figure] [data-mood=worried]").count()).toBe(1);
      await retry.click();
      await waitForScore(page, turnNumber);
      expect(await retry.count()).toBe(0);
    }
  });

  test("leads from a refused topic to another provider and to another topic", async () => {
    const page = await openShortDebate(site(), 4);
    await closeTranscript(page);
    await site().stack.fakes.fault({ kind: "turn", effect: "refuse" });
    await pressNextTurn(page);
    const scene = page.getByRole("region", { name: "Scene" });
    await scene.getByText("ChatGPT refused this topic.").waitFor();
    await scene.getByText("Your credit is back.").waitFor();
    const other = page.getByRole("link", { name: "Try it with Grok" });
    const change = page.getByRole("link", { name: "Change the topic" });
    await expectSoundLayout(page, "after the topic was refused");
    for (const viewport of WINDOW_SIZES) {
      await page.setViewportSize(viewport);
      expect([viewport, await other.isVisible(), await change.isVisible()]).toEqual([
        viewport,
        true,
        true,
      ]);
    }
    const topic = page.getByLabel("Topic");
    await other.click();
    await waitUntil(async () => (await topic.inputValue()) === TOPIC);
    const side = page.getByRole("group", { name: "For" });
    expect(await side.getByRole("radio", { name: "Grok" }).isChecked()).toBe(true);
    await page.goBack();
    await change.click();
    await waitUntil(async () => (await topic.inputValue()) === TOPIC);
    expect(await side.getByRole("radio", { name: "ChatGPT" }).isChecked()).toBe(true);
  });

  test("starts with the buttons in its middle, while the control row stays where it is", async () => {
    const page = await openShortDebate(site(), 4);
    await closeTranscript(page);
    const start = page.getByRole("button", { name: "Start the debate" });
    const row = () => page.getByRole("group", { name: "Debate controls" }).boundingBox();
    for (const viewport of WINDOW_SIZES) {
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
    expect(await words()).toMatch(/^(10|[1-9])\s+out of 10 for ChatGPT, turn 1\s+\S+/);
    // A page that is opened later shows the ruling at once.
    await page.reload();
    await page.locator("[data-ruling=ruling]").waitFor();
    // The ruling appears after the first frame, when the browser reports that the scene is in view.
    await waitUntil(
      async () => /^(10|[1-9])\s+out of 10 for ChatGPT, turn 1\s+\S+/.test(await words()),
      {
        what: "the ruling",
      },
    );
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

  test("gives the figure of each provider its own habit and gesture, which the compositor animates", async () => {
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
    const animations = await waitUntil(async () => {
      const running = await listAnimations(page);
      const habits = FACES.map((face) =>
        running
          .filter((each) => each.face === face)
          .map(({ name }) => name)
          .sort()
          .join(),
      );
      return !habits.includes("") && new Set(habits).size === FACES.length && running;
    });
    expect(
      animations
        .flatMap(({ properties }) => properties)
        .filter((name) => !["transform", "translate", "opacity"].includes(name)),
    ).toEqual([]);
    await still.goto(site().stack.origin + path);
    await closeTranscript(still);
    for (const [face, gesture] of [
      ["round", "nod"],
      ["dome", "sway"],
    ] as const) {
      await pressNextTurn(still);
      const moves = async () =>
        (await listAnimations(page)).filter((each) => each.face === face && each.name === gesture);
      await waitUntil(async () => (await moves()).length === 1, { what: `a ${gesture}` });
      await waitUntil(async () => (await moves()).length === 0, { what: "the end of the turn" });
    }
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
    // The closed transcript stays in the page for screen readers.
    expect(await page.getByRole("heading", { name: "Turn 1, ChatGPT" }).count()).toBe(1);
    await findTurn(page, 1).getByRole("note").focus();
    expect(await isClosed()).toBe(false);
    await page.goto(`${site().stack.origin}${getPathname(page)}#turn-1`);
    await page.reload();
    expect(await isClosed()).toBe(false);
    expect(await page.evaluate(() => localStorage.getItem("transcript"))).toBe("closed");
  });
});
