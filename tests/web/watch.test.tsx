/** @jest-environment ./tests/web/browser.cjs */
import { act, screen, within } from "@testing-library/react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { buildDebate, buildTtsStatus, buildTurn, USER } from "./fixtures.ts";
import { renderAppPage, useFakeApi } from "./page-harness.tsx";

const fakeApi = useFakeApi();
const PATH = "/api/debates/7";

const judged = (turnNumber: number, score: number) =>
  buildTurn(turnNumber, {
    content: `Turn ${turnNumber} began here. Turn ${turnNumber} ended here.`,
    score,
    judge: "grok",
    ruling: `Ruling ${turnNumber}.`,
    feedback: "Well said.",
    quotes: [`Turn ${turnNumber} ended`],
  });
const unjudged = (turnNumber: number) =>
  buildTurn(turnNumber, { content: `Turn ${turnNumber} began here.` });
const turns = [judged(1, 9), judged(2, 6), judged(3, 5), judged(4, 9)];
const debate = buildDebate({
  status: "completed",
  currentTurn: 4,
  maxTurns: 4,
  seal: null,
  scores: { botA: 7, botB: 7.5, reasoning: "Against kept its promise." },
});

interface PageOptions {
  shown?: Debate;
  shownTurns?: Turn[];
  query?: string;
  isVisitor?: boolean;
}

const openPage = async ({
  shown = debate,
  shownTurns = turns,
  query = "?watch=1",
  isVisitor = false,
}: PageOptions = {}) => {
  fakeApi().respond({
    [`GET ${PATH}`]: [200, shown],
    [`GET ${PATH}/turns`]: [200, shownTurns],
    "GET /api/tts/status": [200, buildTtsStatus(false)],
  });
  await renderAppPage(fakeApi(), `/debate/7${query}`, {
    user: isVisitor ? null : USER,
    queries: [
      [[PATH], shown],
      [[`${PATH}/turns`], shownTurns],
      [["/api/tts/status"], buildTtsStatus(false)],
    ],
  });
};

const scene = () => document.querySelector<HTMLElement>("[data-watch]");
const inScene = () => within(scene() ?? document.body);
const words = () =>
  scene()?.querySelector("[data-caption] > p:last-child, [data-ruling]")?.textContent;
const press = (name: string) => act(() => inScene().getByRole("button", { name }).click());
const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
/** Waits until the words match, and returns all words that were shown before, in order. */
const waitForWords = async (pattern: RegExp): Promise<string[]> => {
  const shown: string[] = [];
  for (let step = 0; step < 300; step += 1) {
    const now = words() ?? "";
    if (now !== shown.at(-1)) shown.push(now);
    if (pattern.test(now)) return shown;
    await wait(100);
  }
  throw new Error(`The scene showed ${JSON.stringify(shown)}, not ${pattern}`);
};

describe("a finished debate that is watched", () => {
  beforeAll(() => {
    // The test's browser has dialogs without these functions.
    HTMLDialogElement.prototype.showModal ??= function showModal() {
      this.open = true;
    };
    HTMLDialogElement.prototype.close ??= function close() {
      this.open = false;
    };
  });
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test("shows the sentences of a turn, the quote and the ruling, then the next turn", async () => {
    await openPage();
    expect(await waitForWords(/^Turn 2 began here/)).toEqual([
      "",
      "Turn 1 began here.",
      "Turn 1 ended here.",
      "Turn 1 ended",
      "9out of 10 for ChatGPT, turn 1Ruling 1.Turn 1 ended",
      "Turn 2 began here.",
    ]);
  });

  test("stands still while it is paused, in a sentence and in a quote", async () => {
    await openPage();
    for (const pattern of [/^Turn 1 began/, /^Turn 1 ended$/]) {
      await waitForWords(pattern);
      const before = words();
      press("Pause");
      await wait(60_000);
      expect(words()).toBe(before);
      press("Continue");
    }
    await waitForWords(/^Turn 2 began/);
  });

  test("skips to the next turn by button and by key, and ends with the verdict", async () => {
    await openPage({ query: "?watch=3" });
    await waitForWords(/^Turn 3 began/);
    press("Next turn");
    expect(words()).toBe("Turn 4 began here.");
    act(() => {
      scene()?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    });
    await wait(10_000);
    expect(inScene().getByRole("heading", { name: "The judge said Against." })).toBeTruthy();
    press("Watch again");
    await waitForWords(/^Turn 3 ended$/);
  });

  test("shows the score of a turn only after the turn", async () => {
    await openPage();
    await waitForWords(/^Turn 2 began/);
    expect(inScene().queryByText("6.0")).toBeNull();
    await waitForWords(/Ruling 2/);
    expect(inScene().getByText("6.0")).toBeTruthy();
  });

  test("shows a visitor no score, and ends with the invitation to join", async () => {
    const shownTurns = [unjudged(1), unjudged(2), unjudged(3), unjudged(4)];
    const shown = buildDebate({ ...debate, currentTurn: 6, maxTurns: 6, scores: null });
    await openPage({ shown, shownTurns, isVisitor: true });
    await waitForWords(/^Turn 4/);
    expect(scene()?.querySelector("[data-ruling]")).toBeNull();
    await waitForWords(/^$/);
    expect(inScene().getByRole("link", { name: "Sign up" })).toBeTruthy();
    expect(scene()?.textContent).not.toMatch(/\bjudge said\b|\bwins\b/);
  });

  test("leaves the scene for the page, and removes it from the address", async () => {
    await openPage();
    await waitForWords(/^Turn 1 began/);
    press("Leave");
    expect(scene()).toBeNull();
    expect(screen.getByRole("link", { name: "Watch it" }).getAttribute("href")).toBe(
      "/debate/7?watch=1",
    );
  });

  test.each([
    ["is running", buildDebate({ status: "active", currentTurn: 4, maxTurns: 6 })],
    ["asks this member for a vote", buildDebate({ ...debate, scores: null, seal: "decided" })],
  ])("is not offered while the debate %s", async (_case, shown) => {
    await openPage({ shown });
    await wait(1000);
    expect(scene()).toBeNull();
    expect(screen.queryByRole("link", { name: "Watch it" })).toBeNull();
  });
});
