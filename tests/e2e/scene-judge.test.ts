import type { Page } from "playwright-core";
import { BALLOT_STANCE_LABEL } from "#shared/domain/debates/audience/swing.ts";
import { describeInBrowser } from "./browser-harness.ts";
import {
  closeTranscript,
  findTurn,
  openShortDebate,
  playTurnsUpTo,
  pressNextTurn,
} from "./steps.ts";

declare global {
  interface Window {
    announcements?: string[];
    /** Movements in the scene that take longer than one frame. */
    movements?: string[];
  }
}

/** Records what the page announces to screen readers. */
const recordAnnouncements = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const announcements: string[] = [];
    window.announcements = announcements;
    const region = document.querySelector("[data-stage] [aria-live=polite]");
    if (!region) throw new Error("The page has no live region.");
    new MutationObserver(() => announcements.push(region.textContent)).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });

const recordMovements = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const movements: string[] = [];
    window.movements = movements;
    const MIN_MS = 20;
    const record = () => {
      for (const { effect } of document.getAnimations()) {
        const { target } = effect instanceof KeyframeEffect ? effect : { target: null };
        const isInScene = target?.closest("[data-scene]");
        if (isInScene && Number(effect?.getTiming().duration) > MIN_MS)
          movements.push(target?.outerHTML.slice(0, 100) ?? "");
      }
    };
    for (const type of ["animationstart", "transitionrun"]) addEventListener(type, record, true);
  });

/** Waits until a turn is written and the scene has shown all of it. */
const waitForLastCaption = async (page: Page, turnNumber: number): Promise<void> => {
  await findTurn(page, turnNumber).getByText("speaking now").waitFor({ state: "detached" });
  await page.locator("[data-scene] [data-figure=bot_a]:not([data-lit])").waitFor();
};

/** Roles and names of what the browser tells screen readers, in their order. */
const readAccessibilityTree = async (page: Page): Promise<{ role: string; name: string }[]> => {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const read = (id: string): { role: string; name: string }[] => {
    const node = byId.get(id);
    if (!node) return [];
    // DevTools lists the children of an image, but screen readers get an image without children.
    const isImage = node.role?.value === "image";
    // Screen readers read a live region when it changes, so its content is left out here.
    const isLive = node.properties?.some(
      ({ name, value }) => name === "live" && value.value !== "off",
    );
    const children = isImage || isLive ? [] : (node.childIds ?? []).flatMap(read);
    if (node.ignored) return children;
    return [{ role: String(node.role?.value), name: String(node.name?.value) }, ...children];
  };
  return read(nodes[0]?.nodeId ?? "");
};

const countRulings = (page: Page): Promise<number> => page.locator("[data-ruling]").count();

describeInBrowser("the judge in the scene", (site) => {
  test("is announced once, and nothing moves with reduced motion", async () => {
    const page = await openShortDebate(site(), 4);
    await closeTranscript(page);
    await recordAnnouncements(page);
    await recordMovements(page);
    await pressNextTurn(page);
    await page.locator("[data-ruling=quotes]").waitFor();
    await page.locator("[data-ruling=ruling]").waitFor();
    await page.getByRole("button", { name: "Skip" }).click();
    await page.locator("[data-figure=judge]:not([data-lit])").waitFor();
    const [turn] = await site().sql<{ score: number; ruling: string }>(
      "SELECT score, ruling FROM turns ORDER BY id DESC LIMIT 1",
    );
    const announced = (await page.evaluate(() => window.announcements)) ?? [];
    const ofJudge = announced.filter((text) => text.includes("scored"));
    expect(ofJudge).toEqual([`Turn 1, For, ChatGPT: scored ${turn?.score} of 10. ${turn?.ruling}`]);
    expect(await page.evaluate(() => window.movements)).toEqual([]);
  });

  test("who is slow leaves the last words on screen and every control usable", async () => {
    const page = await openShortDebate(site(), 4);
    await closeTranscript(page);
    await site().stack.fakes.fault({ kind: "judge", effect: "stall", times: 4 });
    await pressNextTurn(page);
    await page.locator("[data-caption=bot_a]").waitFor();
    await waitForLastCaption(page, 1);
    expect(await countRulings(page)).toBe(0);
    expect((await page.locator("[data-caption] > p").last().innerText()).trim()).not.toBe("");
    expect(await page.getByRole("button", { name: "Next Turn", disabled: false }).count()).toBe(1);
    await site().stack.fakes.clearFaults();
    await page.locator("[data-ruling=ruling]").filter({ hasText: "turn 1" }).waitFor();
  });

  test("who fails is passed over: the note says so, and the next turn begins on a press", async () => {
    const page = await openShortDebate(site(), 4);
    await site().stack.fakes.fault({ kind: "judge", effect: "not-json", times: 2 });
    await pressNextTurn(page);
    await findTurn(page, 1).getByText("The judge couldn’t score this turn").waitFor();
    await closeTranscript(page);
    await waitForLastCaption(page, 1);
    expect(await countRulings(page)).toBe(0);
    expect((await page.locator("[data-caption] > p").last().innerText()).trim()).not.toBe("");
    await pressNextTurn(page);
    await page.locator("[data-caption=bot_b]").waitFor();
    await page.locator("[data-ruling=ruling]").filter({ hasText: "turn 2" }).waitFor();
  });

  test("is read once, in the transcript, after the controls in their order", async () => {
    const page = await openShortDebate(site(), 4);
    await playTurnsUpTo(page, 1);
    await closeTranscript(page);
    await page.locator("[data-ruling=ruling]").waitFor();
    const [turn] = await site().sql<{ ruling: string }>(
      "SELECT ruling FROM turns ORDER BY id DESC LIMIT 1",
    );
    const nodes = await readAccessibilityTree(page);
    const findNames = (role: string) =>
      nodes.flatMap((node) => (node.role === role ? node.name : []));
    expect(findNames("image")).toContain("ChatGPT, For and Claude, Against on a stage");
    expect(findNames("StaticText").filter((text) => text === turn?.ruling)).toHaveLength(1);
    // A random fifth of viewers is not asked before the debate.
    const isBallot = (name: string) => Object.values<string>(BALLOT_STANCE_LABEL).includes(name);
    const controls = findNames("button").filter((name) => !isBallot(name));
    const first = controls.indexOf("Good point, For, ChatGPT");
    expect(controls.slice(first, first + 5)).toEqual([
      "Good point, For, ChatGPT",
      "Good point, Against, Claude",
      "Transcript",
      "Next Turn",
      "Enable Auto-Play",
    ]);
    const order = nodes.map(({ name }) => name);
    expect(order.indexOf("Scene")).toBeLessThan(order.indexOf("Transcript"));
    expect(order.indexOf("Transcript")).toBeLessThan(order.indexOf("Grok on turn 1"));
  });
});
