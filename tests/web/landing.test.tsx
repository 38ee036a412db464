/** @jest-environment ./tests/web/browser.cjs */
import { act, screen, waitFor, within } from "@testing-library/react";
import type { PageData } from "#shared/contract/page.ts";
import { buildDebate, buildListedDebate, buildLiveDebate, buildTurn } from "./fixtures.ts";
import { renderAppPage, useFakeApi } from "./page-harness.tsx";

const fakeApi = useFakeApi();

const FIRST = "We shall begin with the first sentence.";
const SECOND = "Then comes the second sentence of it.";
const TURNS = [1, 2, 3, 4].map((turn) => buildTurn(turn, { content: `${FIRST} ${SECOND}` }));
const FINISHED = buildListedDebate({ status: "completed", currentTurn: 10 });

const observers = new Set<(entries: { isIntersecting: boolean }[]) => void>();
class FakeObserver {
  private readonly callback: (entries: { isIntersecting: boolean }[]) => void;
  constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
    this.callback = callback;
  }
  observe(): void {
    observers.add(this.callback);
  }
  disconnect(): void {
    observers.delete(this.callback);
  }
}

const setInView = (isIntersecting: boolean) =>
  act(() => {
    for (const callback of observers) callback([{ isIntersecting }]);
  });

const openLanding = (queries: PageData["queries"]) => {
  fakeApi().respond(
    Object.fromEntries(queries.map(([[path], data]) => [`GET ${path}`, [200, data]])),
  );
  return renderAppPage(fakeApi(), "/", { queries });
};

const openFinished = () =>
  openLanding([
    [["/api/debates/public"], [FINISHED]],
    [["/api/debates/live"], []],
    [["/api/debates/7/turns"], TURNS],
  ]);

const scene = () => within(screen.getByRole("figure"));
const getCaption = () => screen.getByRole("figure").querySelector("[data-caption]")?.textContent;

describe("the scene on the landing page", () => {
  const { matchMedia } = globalThis;
  const allowMotion = () =>
    Object.assign(globalThis, {
      IntersectionObserver: FakeObserver,
      matchMedia: (query: string) => ({ ...matchMedia(query), matches: false }),
    });
  const { IntersectionObserver } = globalThis;
  afterEach(() => {
    Object.assign(globalThis, { IntersectionObserver, matchMedia });
    observers.clear();
    jest.useRealTimers();
  });

  test("shows both sides, the judge and a sentence, without any score", async () => {
    await openFinished();
    expect(scene().getByRole("img").getAttribute("aria-label")).toBe(
      "ChatGPT, For and Claude, Against on a stage",
    );
    expect(scene().getByText("Grok")).toBeTruthy();
    expect(scene().getByText("Judge")).toBeTruthy();
    expect(getCaption()).toContain(FIRST);
    expect(screen.getByRole("figure").querySelector("[data-ruling]")).toBeNull();
  });

  test("is a link that plays a finished debate from the shown turn on", async () => {
    await openFinished();
    const link = scene().getByRole("link", { name: "Watch this debate" });
    expect(link.getAttribute("href")).toBe("/debate/7?watch=3");
  });

  test("stands still if reduced motion is preferred", async () => {
    await openFinished();
    expect(scene().queryByRole("button")).toBeNull();
    expect(screen.getByRole("figure").hasAttribute("data-silent")).toBe(true);
  });

  test("plays while it is in view, and always shows a sentence", async () => {
    allowMotion();
    await openFinished();
    jest.useFakeTimers();
    const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    await wait(20_000);
    expect(getCaption()).toContain(FIRST);
    setInView(true);
    const shown = new Set<string>();
    for (let step = 0; step < 60; step += 1) {
      await wait(500);
      shown.add(getCaption() ?? "");
    }
    expect(shown).toEqual(new Set([FIRST, `${FIRST}${SECOND}`]));
    setInView(false);
    const before = getCaption();
    await wait(20_000);
    expect(getCaption()).toBe(before);
  });

  test("can be paused", async () => {
    allowMotion();
    const { user } = await openFinished();
    setInView(true);
    await user.click(scene().getByRole("button", { name: "Pause" }));
    jest.useFakeTimers();
    const before = getCaption();
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect(getCaption()).toBe(before);
  });

  const LIVE = buildDebate({ id: 8, currentTurn: 1, topic: "Is this one live?" });
  const FIRST_TURN = buildTurn(1, { debateId: 8, status: "streaming", content: FIRST });

  test("shows the live debate, with words as they are written", async () => {
    allowMotion();
    const joined = new Promise<void>((resolve) => {
      fakeApi().io.once("connection", (socket) => socket.once("debate:join", () => resolve()));
    });
    await openLanding([
      [["/api/debates/public"], [FINISHED]],
      [["/api/debates/live"], [buildLiveDebate({ id: 8, topic: LIVE.topic })]],
      [["/api/debates/8"], LIVE],
      [["/api/debates/8/turns"], [FIRST_TURN]],
    ]);
    expect(scene().getByText("Is this one live?")).toBeTruthy();
    const link = scene().getByRole("link", { name: "Watch live" });
    expect(link.getAttribute("href")).toBe("/debate/8");
    setInView(true);
    await joined;
    const turn = { ...FIRST_TURN, content: `${FIRST} ${SECOND}` };
    fakeApi().respond({
      "GET /api/debates/8": [200, LIVE],
      "GET /api/debates/8/turns": [200, [turn]],
    });
    fakeApi().io.emit("turn:started", { debateId: 8, turn });
    await waitFor(() => expect(getCaption()).toContain(SECOND));
  });

  test("keeps the last sentence until the words of a live debate are there", async () => {
    await openFinished();
    await waitFor(() => expect(fakeApi().io.engine.clientsCount).toBeGreaterThan(0));
    let respond = () => {};
    const isHeld = new Promise<void>((resolve) => {
      respond = resolve;
    });
    fakeApi().respond({
      "GET /api/debates/8": [200, LIVE],
      "GET /api/debates/8/turns": async () => {
        await isHeld;
        return [200, [FIRST_TURN]];
      },
    });
    const debates = [buildLiveDebate({ id: 8, topic: LIVE.topic })];
    await waitFor(() => {
      fakeApi().io.emit("debates:live", { debates });
      expect(fakeApi().requests.some(({ path }) => path === "/api/debates/8/turns")).toBe(true);
    });
    expect(getCaption()).toContain(FIRST);
    expect(scene().getByText(FINISHED.topic)).toBeTruthy();
    respond();
    await waitFor(() => expect(scene().getByText("Is this one live?")).toBeTruthy());
  });

  test("says that there is no debate yet", async () => {
    await openLanding([
      [["/api/debates/public"], []],
      [["/api/debates/live"], []],
    ]);
    expect(scene().getByText("No finished debates yet")).toBeTruthy();
    expect(scene().queryByRole("link")).toBeNull();
  });
});
