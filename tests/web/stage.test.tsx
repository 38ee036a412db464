/** @jest-environment ./tests/web/browser.cjs */
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { PageData } from "#shared/contract/page.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { useConnectionState } from "#web/features/debate/live/connection-store.ts";
import { getSummaryText } from "#web/features/debate/turns/turn-summary-line.tsx";
import { buildDebate, buildTurn, toDebateProgress, USER } from "./fixtures.ts";
import { renderAppPage, useFakeApi } from "./page-harness.tsx";

const fakeApi = useFakeApi();
const PATH = "/api/debates/7";

const openDebate = (debate: Debate, turns: Turn[], viewer: PageData["user"] = USER) => {
  fakeApi().respond({
    [`GET ${PATH}`]: [200, debate],
    [`GET ${PATH}/turns`]: [200, turns],
    [`POST ${PATH}/vote`]: [200, { winner: "bot_a", winnerVotes: { botA: 1, botB: 0 } }],
  });
  return renderAppPage(fakeApi(), "/debate/7", {
    user: viewer,
    queries: [
      [[PATH], debate],
      [[`${PATH}/turns`], turns],
    ],
  });
};

const judged = (turnNumber: number, score: number, change: Partial<Turn> = {}) =>
  buildTurn(turnNumber, { score, judge: "grok", feedback: "Well said.", quotes: [], ...change });
const judgedTurns = (...scores: number[]) => scores.map((score, at) => judged(at + 1, score));
const isFolded = (turnNumber: number) =>
  !document.querySelector<HTMLDetailsElement>(`#turn-${turnNumber} details`)?.open;

const inBar = (words: string) =>
  within(screen.getByRole("region", { name: "Scoreboard" })).queryByText(words);

const inScene = () => within(screen.getByRole("region", { name: "Scene" }));

afterEach(() => localStorage.clear());

describe("the label of a side in the scene", () => {
  test("says that it speaks until its last words are shown, also after its turn was written", async () => {
    const content = "Streets belong to people first of all. Cars came a long time later.";
    await openDebate(buildDebate({ currentTurn: 0 }), []);
    const debate = buildDebate({ currentTurn: 1 });
    const turn = buildTurn(1, { content });
    fakeApi().respond({ [`GET ${PATH}`]: [200, debate], [`GET ${PATH}/turns`]: [200, [turn]] });
    await waitFor(() => {
      fakeApi().io.emit("turn:completed", { debateId: 7, turn });
      fakeApi().io.emit("debate:updated", toDebateProgress(debate));
      expect(inScene().getByText("For, speaking")).toBeTruthy();
    });
    expect(inScene().getByText("Against, up next")).toBeTruthy();
    await inScene().findByText("For");
  });
});

describe("the scene before the first words", () => {
  const begins = "The first speech is about to begin.";
  test.each([
    ["announces the first speech with Auto-Play", { autoPlay: { on: true, by: USER } }, begins],
    ["announces a first speech that is written, but not spoken yet", { currentTurn: 1 }, begins],
  ])("%s", async (_what, change: Partial<Debate>, hint) => {
    await openDebate(buildDebate({ currentTurn: 0, userId: USER.id, ...change }), []);
    const scene = inScene();
    expect(await scene.findByText(hint)).toBeTruthy();
    expect(scene.queryByRole("button")).toBeNull();
  });

  test("says that the debate has not started, and offers visitors another one", async () => {
    await openDebate(buildDebate({ currentTurn: 0 }), [], null);
    const scene = inScene();
    expect(await scene.findByText("This debate has not started.")).toBeTruthy();
    expect(scene.queryByRole("button")).toBeNull();
    const link = scene.getByRole("link", { name: "Watch another debate" });
    expect(link.getAttribute("href")).toBe("/debates/public");
  });

  describe("whose transcript is open", () => {
    const inTranscript = () => within(screen.getByRole("region", { name: "The debate" }));
    beforeEach(() => localStorage.setItem("transcript", "open"));

    test("can be started from the transcript", async () => {
      const debate = buildDebate({ currentTurn: 0, userId: USER.id });
      const { user } = await openDebate(debate, []);
      fakeApi().respond({ [`PUT ${PATH}/auto-play`]: [200, toDebateProgress(debate)] });
      expect(await inTranscript().findByText("Ready when you are.")).toBeTruthy();
      await user.click(await inTranscript().findByRole("button", { name: "Start the debate" }));
      await waitFor(() => expect(fakeApi().requests.map(({ method }) => method)).toContain("PUT"));
      // The button is gone, and the focus is still in the transcript.
      expect(document.activeElement).toBe(screen.getByRole("region", { name: "The debate" }));
    });

    test("offers visitors another debate", async () => {
      await openDebate(buildDebate({ currentTurn: 0 }), [], null);
      const link = await inTranscript().findByRole("link", { name: "Watch another debate" });
      expect(link.getAttribute("href")).toBe("/debates/public");
    });

    test("offers nothing while the first speech is about to begin", async () => {
      await openDebate(buildDebate({ currentTurn: 1, userId: USER.id }), []);
      expect(await inTranscript().findByText("The first speech is about to begin.")).toBeTruthy();
      expect(inTranscript().queryByRole("button")).toBeNull();
    });
  });

  test("has one button to start the debate while the transcript is closed", async () => {
    await openDebate(buildDebate({ currentTurn: 0, userId: USER.id }), []);
    expect(await screen.findByText("Ready when you are.")).toBeTruthy();
    expect(screen.getAllByRole("button", { name: "Start the debate" })).toHaveLength(1);
  });

  test.each([
    ["Start the debate", `PUT ${PATH}/auto-play`],
    ["One turn at a time", `POST ${PATH}/turns`],
  ])("offers to start it with '%s', which sends one request", async (name, sends) => {
    const { user } = await openDebate(buildDebate({ currentTurn: 0, userId: USER.id }), []);
    let respond = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      respond = resolve;
    });
    fakeApi().respond({
      [`GET ${PATH}`]: [200, buildDebate({ currentTurn: 0, userId: USER.id })],
      [`GET ${PATH}/turns`]: [200, []],
      [sends]: async () => {
        await isAnswered;
        return [503, { message: "Not now." }];
      },
    });
    const scene = screen.getByRole("region", { name: "Scene" });
    const start = await within(scene).findByRole("button", { name });
    start.focus();
    fireEvent.click(start);
    fireEvent.click(start);
    const sent = () => fakeApi().requests.filter(({ method }) => method !== "GET");
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent().map(({ method, path }) => `${method} ${path}`)).toEqual([sends]);
    // The buttons are gone, and the focus is still in the scene.
    expect(within(scene).queryByRole("button")).toBeNull();
    expect(document.activeElement).toBe(scene);
    respond();
    // After a failure the debate can be started again.
    await user.click(await within(scene).findByRole("button", { name }));
    await waitFor(() => expect(sent()).toHaveLength(2));
  });
});

test("a scene without a judge says so, and keeps the last words on screen", async () => {
  const content = "Streets belong to people first of all.";
  await openDebate(buildDebate({ currentTurn: 1, judge: null }), [buildTurn(1, { content })]);
  expect(screen.getAllByText("No judge is available. Turns won’t be scored.")).not.toEqual([]);
  const scene = screen.getByRole("region", { name: "Scene" });
  expect(scene.querySelector("[data-figure=judge]")).toBeNull();
  await waitFor(() => expect(scene.querySelector("[data-caption]")?.textContent).toBe(content));
  expect(scene.querySelector("[data-ruling]")).toBeNull();
});

describe("the stage of a running debate", () => {
  const turns = [...judgedTurns(7, 6, 8, 7, 6), buildTurn(6, { status: "streaming" })];
  const running = buildDebate({ currentTurn: 5 });

  test("opens the current turn and folds the earlier ones", async () => {
    await openDebate(running, turns);
    expect([1, 2, 3, 4, 5, 6].map(isFolded)).toEqual([true, true, true, true, true, false]);
    expect(screen.getByText("Turns 1 to 3")).toBeTruthy();
    // Each turn has a heading or a label by which screen readers navigate.
    expect(screen.getByRole("heading", { name: "Turn 6, Claude" })).toBeTruthy();
    expect(screen.getByLabelText("Grok on turn 5")).toBeTruthy();
    expect(
      within(screen.getByRole("region", { name: "Scoreboard" })).getByText("Live"),
    ).toBeTruthy();
  });

  test("opens the last finished turn when the next one failed without text", async () => {
    const failed = buildTurn(4, {
      status: "failed",
      content: "",
      error: { code: "overloaded", message: "It gave up." },
    });
    await openDebate(buildDebate({ currentTurn: 3 }), [...judgedTurns(7, 6, 8), failed]);
    expect([1, 2, 3].map(isFolded)).toEqual([true, true, false]);
    expect(await inScene().findByText("It gave up.")).toBeTruthy();
  });

  describe("whose turn failed", () => {
    const { matchMedia } = globalThis;
    afterEach(() => void Object.assign(globalThis, { matchMedia }));
    const openFailed = (userId: number, code: "overloaded" | "refused") => {
      const error = { code, message: "It gave up." };
      const failed = buildTurn(4, { status: "failed", content: "", error });
      return openDebate(buildDebate({ userId, currentTurn: 3 }), [...judgedTurns(7, 6, 8), failed]);
    };
    const VIEWERS = [
      ["its owner", 1, "overloaded", "", ["Try again"]],
      ["its owner when no retry is allowed", 1, "refused", "", []],
      ["others", 2, "overloaded", "Its owner can try again.", []],
      ["others when no retry is allowed", 2, "refused", "", []],
    ] as const;

    test.each(VIEWERS)(
      "says why once in the scene, for %s",
      async (_who, userId, code, hint, buttons) => {
        await openFailed(userId, code);
        const scene = inScene();
        const sentence = await scene.findByText("It gave up.");
        expect(sentence.parentElement?.querySelectorAll("p")[1]?.textContent ?? "").toBe(hint);
        expect(scene.queryAllByRole("button").map((each) => each.textContent)).toEqual(buttons);
        expect(screen.queryByText(/^Turn 4 failed/)).toBeNull();
        expect(screen.queryAllByRole("button", { name: "Try again" })).toHaveLength(buttons.length);
      },
    );

    test.each(VIEWERS)(
      "says why beside the controls if the transcript covers the scene, for %s",
      async (_who, userId, code, hint, buttons) => {
        const isWide = (query: string) => query.includes("min-width");
        const narrow = (query: string) => ({ ...matchMedia(query), matches: !isWide(query) });
        Object.assign(globalThis, { matchMedia: narrow });
        localStorage.setItem("transcript", "open");
        await openFailed(userId, code);
        const text = `Turn 4 failed: It gave up. ${hint}`.trim();
        expect(await screen.findByText(text)).toBeTruthy();
        const inRow = screen
          .queryAllByRole("button", { name: "Try again" })
          .filter((button) => button.closest("[data-dock]"));
        expect(inRow).toHaveLength(buttons.length);
      },
    );
  });

  test("shows which side is next between two turns, and Live with Auto-Play on", async () => {
    const autoPlay = { on: true, by: { id: 2, username: "grace" } };
    await openDebate(buildDebate({ currentTurn: 3, autoPlay }), judgedTurns(7, 6, 8));
    expect(screen.getByText("Against, up next")).toBeTruthy();
    expect(inBar("Against, Claude, up next")).toBeTruthy();
    expect(inBar("Live")).toBeTruthy();
  });

  test("announces the start, the end and the score of a turn to screen readers", async () => {
    const debate = buildDebate({ currentTurn: 3 });
    await openDebate(debate, judgedTurns(7, 6, 8));
    /** Makes the API respond with the same turn that an event contains. */
    const serveTurn = (turn: Turn) =>
      fakeApi().respond({
        [`GET ${PATH}`]: [200, debate],
        [`GET ${PATH}/turns`]: [200, [...judgedTurns(7, 6, 8), turn]],
      });
    const begun = buildTurn(4, { status: "streaming", content: "" });
    serveTurn(begun);
    await waitFor(() => {
      fakeApi().io.emit("turn:started", { debateId: 7, turn: begun });
      expect(screen.getByText("Turn 4, Against, Claude: speaking.")).toBeTruthy();
    });
    serveTurn(buildTurn(4));
    fakeApi().io.emit("turn:completed", { debateId: 7, turn: buildTurn(4) });
    await screen.findByText("Turn 4, Against, Claude: finished.");
    serveTurn(judged(4, 6));
    const judgement = {
      score: 6,
      judge: "grok" as const,
      ruling: "It holds.",
      feedback: "Well said.",
      quotes: [],
    };
    fakeApi().io.emit("turn:judged", { debateId: 7, turnId: 104, ...judgement });
    const announced = await screen.findByText("Turn 4, Against, Claude: scored 6 of 10.");
    expect(within(announced).getByText("It holds.")).toBeTruthy();
  });

  test("announces the visitors' limit of four turns, and a returned credit", async () => {
    const debate = buildDebate({ currentTurn: 3, userId: USER.id });
    const turns = [1, 2, 3].map((each) => buildTurn(each));
    await openDebate(debate, turns, null);
    const expectAnnouncement = (change: Partial<Debate>, text: RegExp) =>
      waitFor(() => {
        fakeApi().io.emit("debate:updated", toDebateProgress({ ...debate, ...change }));
        expect(screen.getByText(text)).toBeTruthy();
      });
    await expectAnnouncement({ currentTurn: 4 }, /Join to read it all\.$/);
    cleanup();
    await openDebate(debate, turns);
    await expectAnnouncement({ refunded: true }, /^Your credit is back\.$/);
  });

  test("does not show Live while it waits for the next press", async () => {
    await openDebate(buildDebate({ currentTurn: 4 }), judgedTurns(7, 6, 8, 7));
    expect(screen.getByText("For, up next")).toBeTruthy();
    expect(inBar("Live")).toBeNull();
  });

  test("does not scroll when no turn has text", async () => {
    const failed = buildTurn(1, {
      status: "failed",
      content: "",
      error: { code: "overloaded", message: "It gave up." },
    });
    const scrolled = jest.spyOn(window, "scrollBy");
    await openDebate(buildDebate({ currentTurn: 0 }), [failed]);
    expect(scrolled).not.toHaveBeenCalled();
    expect(await inScene().findByText("It gave up.")).toBeTruthy();
  });

  test.each([
    ["before the feedback", "It holds.", "8 / 10It holds.Well said. More."],
    ["once, if the feedback begins with it", "Well said. More.", "8 / 10Well said. More."],
    ["not, if there is none", null, "8 / 10Well said. More."],
  ])("the judge's note shows the ruling %s", async (_what, ruling, text) => {
    const turn = judged(1, 8, { ruling, feedback: "Well said. More." });
    await openDebate(buildDebate({ currentTurn: 1 }), [turn]);
    expect(screen.getByRole("note").textContent).toBe(text);
  });

  test("has no sign-in link for the judge's note beside a failed turn", async () => {
    await openDebate(buildDebate({ currentTurn: 1 }), [buildTurn(1)], null);
    expect(screen.getByText(/^The judge scores every turn\./)).toBeTruthy();
    cleanup();
    const error = { code: "overloaded", message: "It gave up." } as const;
    const failed = buildTurn(1, { status: "failed", content: "", error });
    await openDebate(buildDebate({ currentTurn: 0 }), [failed], null);
    expect(await inScene().findByText("It gave up.")).toBeTruthy();
    expect(screen.queryByText(/^The judge scores every turn\./)).toBeNull();
  });

  test("does not show Live while the connection is lost", async () => {
    await openDebate(running, turns);
    const bar = within(screen.getByRole("region", { name: "Scoreboard" }));
    await waitFor(() => expect(useConnectionState.getState().connection).toBe("live"));
    act(() => useConnectionState.setState({ connection: "lost" }));
    expect(bar.queryByText("Live")).toBeNull();
    act(() => useConnectionState.setState({ connection: "live" }));
    expect(bar.getByText("Live")).toBeTruthy();
  });

  test("opens a turn that is chosen in the momentum chart", async () => {
    const { user } = await openDebate(running, turns);
    await user.click(
      screen.getByRole("link", {
        name: /^Turn 2, Against, scored 6: For leads 7\.0 to 6\.0 after 1 turn each/,
      }),
    );
    expect(isFolded(2)).toBe(false);
    expect(document.activeElement?.id).toBe("turn-2");
  });

  test("unfolds all turns at once, and folds all but the current one", async () => {
    const { user } = await openDebate(running, turns);
    await user.click(await screen.findByRole("button", { name: "Expand all" }));
    expect([1, 4, 6].map(isFolded)).toEqual([false, false, false]);
    await user.click(screen.getByRole("button", { name: "Collapse all" }));
    expect([1, 4, 6].map(isFolded)).toEqual([true, true, false]);
  });

  test("opens all four turns for a visitor who has reached the limit", async () => {
    await openDebate(
      buildDebate({ currentTurn: 6 }),
      [1, 2, 3, 4].map((turn) => buildTurn(turn)),
      null,
    );
    expect([1, 2, 3, 4].map(isFolded)).toEqual([false, false, false, false]);
  });
});

test("a finished debate shows all turns unfolded", async () => {
  const scores = { botA: 7, botB: 6, reasoning: "So." };
  const debate = buildDebate({ status: "completed", currentTurn: 4, maxTurns: 4, scores });
  await openDebate(debate, judgedTurns(7, 6, 7, 6));
  expect([1, 2, 3, 4].some(isFolded)).toBe(false);
});

describe("the browser's tab", () => {
  const TITLE = "Should cities ban cars? | Chatbot Debate";
  const autoPlay = { ...buildDebate().autoPlay, on: true };
  let icon: HTMLLinkElement;
  beforeEach(() => {
    icon = document.createElement("link");
    icon.rel = "icon";
    icon.setAttribute("href", "/favicon.svg");
    document.head.append(icon);
  });
  afterEach(() => icon.remove());
  const getTab = () => [document.title, icon.getAttribute("href")];
  const CALM = [TITLE, "/favicon.svg"];
  const LIVE = [`● Live: ${TITLE}`, "/favicon-live.svg"];

  test.each([
    ["a turn is requested", {}, [buildTurn(1), buildTurn(2, { status: "pending" })], LIVE],
    ["a turn is written", {}, [buildTurn(1), buildTurn(2, { status: "streaming" })], LIVE],
    ["Auto-Play is on", { autoPlay }, [buildTurn(1)], LIVE],
    ["nothing happens", {}, [buildTurn(1)], CALM],
    ["the debate is over", { autoPlay, status: "completed", maxTurns: 1 }, [buildTurn(1)], CALM],
  ] as const)("shows whether the debate is live when %s", async (_when, change, turns, tab) => {
    await openDebate(buildDebate({ currentTurn: 1, ...change }), [...turns]);
    await waitFor(() => expect(getTab()).toEqual(tab));
  });

  test("is restored by a lost connection and when the page is left", async () => {
    await openDebate(buildDebate({ currentTurn: 1, autoPlay }), [buildTurn(1)]);
    await waitFor(() => expect(getTab()).toEqual(LIVE));
    act(() => useConnectionState.setState({ connection: "lost" }));
    await waitFor(() => expect(getTab()).toEqual(CALM));
    act(() => useConnectionState.setState({ connection: "live" }));
    await waitFor(() => expect(getTab()).toEqual(LIVE));
    cleanup();
    expect(icon.getAttribute("href")).toBe("/favicon.svg");
    expect(document.title).not.toContain("Live");
  });
});

describe("the momentum", () => {
  test("of no scores is not shown as level", async () => {
    await openDebate(buildDebate({ currentTurn: 1 }), [buildTurn(1)]);
    expect(screen.getByText("no scores yet")).toBeTruthy();
    expect(screen.queryByText(/Level/)).toBeNull();
  });

  test("of a single scored side names no leader", async () => {
    await openDebate(buildDebate({ currentTurn: 1 }), judgedTurns(9));
    expect(screen.getByText("Only For has been scored")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Turn 1, For, scored 9" })).toBeTruthy();
    expect(screen.queryByText(/leads/)).toBeNull();
  });

  test.each([
    ["is running", false, [8, 6], "For leads 8.0 to 6.0 after 1 turn each"],
    ["waits for an answer", false, [8, 6, 2], "For leads 8.0 to 6.0 after 1 turn each"],
    ["is completed", true, [6, 8], "Against led 8.0 to 6.0 at the end"],
    ["is running and level", false, [7, 7], "Level at 7.0 after 1 turn each"],
    ["is completed and level", true, [7, 7], "Level at 7.0 at the end"],
  ] as const)(
    "says who leads a debate that %s",
    async (_what, isOver, [botA, botB, next], text) => {
      const scores = { botA, botB, reasoning: null };
      const running = buildDebate({ currentTurn: 2 });
      const debate = isOver ? { ...running, status: "completed" as const, scores } : running;
      await openDebate(debate, judgedTurns(botA, botB, ...(next === undefined ? [] : [next])));
      const momentum = await screen.findByRole("figure", { name: "Momentum" });
      expect(momentum.querySelector("figcaption")?.textContent).toBe(`${text}judged by Grok`);
    },
  );

  test("is the standing whose means the scoreboard shows", async () => {
    await openDebate(buildDebate({ currentTurn: 3 }), judgedTurns(8, 6, 2));
    expect(inBar("8.0")).toBeTruthy();
    expect(inBar("6.0")).toBeTruthy();
  });

  test("marks the turning point", async () => {
    await openDebate(buildDebate({ currentTurn: 4 }), judgedTurns(7, 8, 9, 4));
    const links = screen.getAllByRole("link", { name: /The turning point$/ });
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["#turn-4"]);
    const [line] = screen.getByRole("figure", { name: "Momentum" }).querySelectorAll("a line");
    expect(line?.getAttribute("x1")).toBe("38.1%");
  });

  test("has points in the color of the leading side, not of the turn's side", async () => {
    await openDebate(buildDebate({ currentTurn: 5 }), judgedTurns(7, 8, 9, 6, 3));
    const points = screen.getByRole("figure", { name: "Momentum" }).querySelectorAll("a circle");
    const colors = Array.from(points, (point) => point.getAttribute("class"));
    expect(colors).toEqual([null, "bot_b", "bot_b", "bot_a", "bot_a"]);
  });

  test("shows new scores with the judge's ruling, without other values before them", async () => {
    const [first] = judgedTurns(7);
    const second = judged(2, 6, { quotes: [buildTurn(2).content.slice(0, 10)] });
    await openDebate(buildDebate({ currentTurn: 2 }), [first, buildTurn(2)] as Turn[]);
    const bar = screen.getByRole("region", { name: "Scoreboard" });
    const figures = new Set<string>();
    const observer = new MutationObserver(() => {
      for (const figure of bar.textContent.match(/\d+\.\d/g) ?? []) figures.add(figure);
    });
    observer.observe(bar, { subtree: true, childList: true, characterData: true });
    fakeApi().respond({
      [`GET ${PATH}`]: [200, buildDebate({ currentTurn: 2 })],
      [`GET ${PATH}/turns`]: [200, [first, second]],
    });
    fakeApi().io.emit("turn:completed", { debateId: 7, turn: second });
    await waitFor(() => expect(document.querySelector("[data-ruling=quotes]")).not.toBeNull());
    expect(figures).toEqual(new Set());
    expect(screen.getByText("Only For has been scored")).toBeTruthy();
    await within(bar).findByText("6.0", {}, { timeout: 5000 });
    expect(document.querySelector("[data-ruling=ruling]")).not.toBeNull();
    observer.disconnect();
    expect([...figures]).toEqual(["7.0", "6.0"]);
  });

  test("shows new scores at once beside an open transcript", async () => {
    localStorage.setItem("transcript", "open");
    const [first, second] = judgedTurns(7, 6) as [Turn, Turn];
    await openDebate(buildDebate({ currentTurn: 2 }), [first, buildTurn(2)]);
    fakeApi().respond({
      [`GET ${PATH}`]: [200, buildDebate({ currentTurn: 2 })],
      [`GET ${PATH}/turns`]: [200, [first, second]],
    });
    fakeApi().io.emit("turn:completed", { debateId: 7, turn: second });
    await waitFor(() => expect(inBar("6.0")).toBeTruthy());
  });

  test("is covered for visitors and contains no scores", async () => {
    await openDebate(buildDebate({ currentTurn: 2 }), [buildTurn(1), buildTurn(2)], null);
    const cover = screen.getByRole("group", { name: "Momentum, hidden" });
    expect(within(cover).getByRole("link", { name: "Sign in to see the score" })).toBeTruthy();
    expect(cover.querySelector("polyline, circle, polygon")).toBeNull();
    expect(screen.queryByText(/Level/)).toBeNull();
    expect(screen.queryByText("no scores yet")).toBeNull();
  });
});

test.each([
  ["the judge's quote", { quotes: ["a door", "a key"], content: "All. Of it." }, "“a door”"],
  [
    "its first sentence when there is no quote",
    { quotes: null, content: "Every *door* costs 3.5 coins. Two." },
    "“Every door costs 3.5 coins.”",
  ],
  [
    "its first Chinese sentence when there is no quote",
    { quotes: null, content: "这样真的对所有人都公平吗？！当然不是。" },
    "“这样真的对所有人都公平吗？！”",
  ],
  [
    "whole words of a long quote",
    { quotes: [`${"word ".repeat(31)}longer words`], content: "" },
    `“${"word ".repeat(31)}…”`.replace(" …", "…"),
  ],
])("a folded turn is summarized by %s", (_what, turn, line) => {
  expect(getSummaryText(turn, "en")).toBe(line);
});

test.each([
  ["en", "“", "A door.", "”"],
  ["fr", "«\u202f", "Une porte.", "\u202f»"],
] as const)(
  "the quotation marks around the summary of a turn in %s are outside of the truncated words",
  async (language, openingMark, words, closingMark) => {
    const turns = [1, 2, 3].map((turn) => buildTurn(turn, { quotes: [words] }));
    await openDebate(buildDebate({ language, currentTurn: 3 }), turns);
    const [summary] = document.querySelectorAll("summary > [dir]");
    expect(summary?.querySelector("span")?.textContent).toBe(words);
    expect(summary?.textContent).toBe(openingMark + words + closingMark);
  },
);
