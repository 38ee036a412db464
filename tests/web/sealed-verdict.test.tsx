/** @jest-environment ./tests/web/browser.cjs */
import { act, render, renderHook, screen, waitFor, within } from "@testing-library/react";
import { useRef } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { useVerdictReveal } from "#web/features/debate/result/use-verdict-reveal.ts";
import {
  compareWithVote,
  describeJudgement,
} from "#web/features/debate/result/verdict-headline.ts";
import { useVoteClock, VOTE_SECONDS } from "#web/features/debate/seal/vote-clock.ts";
import { CONFIG, buildDebate, buildTurn, toDebateProgress, USER } from "./fixtures.ts";
import { renderAppPage, useFakeApi } from "./page-harness.tsx";

const fakeApi = useFakeApi();
const PATH = "/api/debates/7";

const judged = (turnNumber: number, score: number, change: Partial<Turn> = {}) =>
  buildTurn(turnNumber, {
    score,
    judge: "grok",
    ruling: `Ruling ${turnNumber}.`,
    feedback: "Well said.",
    quotes: [`words of turn ${turnNumber}`],
    ...change,
  });
const openTurns = [judged(1, 9), judged(2, 6), judged(3, 5), judged(4, 9)];
const sealedTurns = [judged(1, 9), judged(2, 6), buildTurn(3), buildTurn(4)];
const running = buildDebate({ currentTurn: 4, maxTurns: 4, seal: "judging" });
const sealed = buildDebate({ ...running, status: "completed", seal: "decided" });
const open = buildDebate({
  ...sealed,
  seal: null,
  scores: { botA: 7, botB: 7.5, reasoning: "Against kept its promise." },
});

const serve = (debate: Debate, turns: Turn[]) =>
  fakeApi().respond({
    [`GET ${PATH}`]: [200, debate],
    [`GET ${PATH}/turns`]: [200, turns],
    [`POST ${PATH}/vote`]: () => {
      serve({ ...open, myVote: "bot_b", winnerVotes: { botA: 5, botB: 7 } }, openTurns);
      return [200, { winner: "bot_b", winnerVotes: { botA: 5, botB: 7 } }];
    },
    [`POST ${PATH}/skip-vote`]: () => {
      serve(open, openTurns);
      return [204];
    },
  });
const openPage = (debate = sealed, turns = sealedTurns, config = CONFIG) => {
  serve(debate, turns);
  return renderAppPage(fakeApi(), "/debate/7", {
    user: USER,
    config,
    queries: [
      [[PATH], debate],
      [[`${PATH}/turns`], turns],
    ],
  });
};
const prompt = () => screen.findByRole("heading", { name: "Who won?" });
const press = (name: string) => screen.getByRole("button", { name });

afterEach(() => localStorage.clear());

describe("while the results are sealed", () => {
  test("a member is asked for the vote, with the time left and neutral faces", async () => {
    await openPage();
    const region = within((await prompt()).closest("section") ?? document.body);
    expect(region.getByText("Grok has decided")).toBeTruthy();
    expect(region.getByText("Scores of turns 3 and 4 are sealed until you vote.")).toBeTruthy();
    expect(region.getByRole("timer").textContent).toBe("0:20");
    expect(region.getByRole("button", { name: "ChatGPT won, For" })).toBeTruthy();
    expect(region.getByRole("button", { name: "Claude won, Against" })).toBeTruthy();
    const moods = Array.from(document.querySelectorAll("[data-mood]"), (face) =>
      face.getAttribute("data-mood"),
    );
    expect(new Set(moods)).toEqual(new Set(["calm"]));
    expect(screen.getAllByText("Sealed until you vote")).toHaveLength(2);
    expect(screen.queryByRole("heading", { name: /wins$/ })).toBeNull();
  });

  test("the chart ends before the sealed turns", async () => {
    await openPage();
    await prompt();
    expect(screen.getByRole("link", { name: /^Turn 2, Against, scored 6/ })).toBeTruthy();
    expect(screen.queryByRole("link", { name: /^Turn 3, / })).toBeNull();
  });

  test("the judge may still be deciding", async () => {
    await openPage({ ...sealed, seal: "judging" });
    await prompt();
    expect(screen.getByText("Grok is deciding…")).toBeTruthy();
  });

  test("a panel of judges decides, where the site has one", async () => {
    await openPage(sealed, sealedTurns, { ...CONFIG, hasJudgePanel: true });
    await prompt();
    expect(screen.getByText("The panel has decided")).toBeTruthy();
  });

  test("the page of a running debate asks once it has ended, and announces it once", async () => {
    await openPage(running, sealedTurns);
    expect(screen.queryByRole("heading", { name: "Who won?" })).toBeNull();
    serve(sealed, sealedTurns);
    await waitFor(() => {
      fakeApi().io.emit("debate:updated", toDebateProgress(sealed));
      expect(screen.getByRole("heading", { name: "Who won?" })).toBeTruthy();
    });
    expect(await screen.findAllByText(/The judge has decided\. Who won\?$/)).toHaveLength(1);
  });

  test("visitors see the end without scores, and are not asked", async () => {
    serve(open, []);
    await renderAppPage(fakeApi(), "/debate/7", {
      user: null,
      queries: [
        [[PATH], { ...sealed, seal: null }],
        [[`${PATH}/turns`], sealedTurns],
      ],
    });
    expect(
      await screen.findByText("Please sign in to vote on this debate.", { selector: "#vote ~ a" }),
    ).toBeTruthy();
    expect(screen.queryByText("Grok has decided")).toBeNull();
  });
});

describe("after the answer", () => {
  test("a vote shows turning point, audience and judge, and last the winner", async () => {
    const { user } = await openPage();
    await prompt();
    await user.click(press("Claude won, Against"));
    const headline = await screen.findByRole("heading", {
      name: "You said Against. The judge said Against.",
    });
    const region = within(headline.closest("section") ?? document.body);
    expect(region.getByText("The turning point · turn 4")).toBeTruthy();
    expect(region.getByText("“words of turn 4”")).toBeTruthy();
    expect(region.getByText("The audience · 12 votes")).toBeTruthy();
    expect(region.getByText("58% Against")).toBeTruthy();
    expect(region.getByText("Against kept its promise.")).toBeTruthy();
    expect(region.getByText("Claude wins")).toBeTruthy();
    expect(region.getByRole("button", { name: "Share the verdict" })).toBeTruthy();
    expect(screen.queryByText("Sealed until you vote")).toBeNull();
    expect(fakeApi().requests.filter(({ path }) => path === `${PATH}/skip-vote`)).toEqual([]);
  });

  test("a skip shows only what the judge said", async () => {
    const { user } = await openPage();
    await prompt();
    await user.click(press("Skip"));
    expect(await screen.findByRole("heading", { name: "The judge said Against." })).toBeTruthy();
    expect(screen.getByText("Reload the page to vote, and see how the others voted.")).toBeTruthy();
  });

  test("the page waits for a judge that is still deciding", async () => {
    const { user } = await openPage({ ...sealed, seal: "judging" });
    await prompt();
    fakeApi().respond({
      [`GET ${PATH}`]: [200, { ...open, scores: null }],
      [`GET ${PATH}/turns`]: [200, sealedTurns],
      [`POST ${PATH}/skip-vote`]: [204],
    });
    await user.click(press("Skip"));
    expect(await screen.findByText("Grok is still deciding…")).toBeTruthy();
    serve(open, openTurns);
    await waitFor(() => {
      fakeApi().io.emit("debate:updated", toDebateProgress(open));
      expect(screen.getByRole("heading", { name: "The judge said Against." })).toBeTruthy();
    });
  });

  test("a page that is opened later shows the verdict at once", async () => {
    await openPage({ ...open, myVote: "bot_a" }, openTurns);
    expect(screen.getByRole("heading", { name: "Claude wins" })).toBeTruthy();
    expect(screen.getByText("You said For. The judge said Against.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Replay the verdict" })).toBeTruthy();
    expect(screen.queryByText("Grok has decided")).toBeNull();
  });
});

describe("the phases of the verdict", () => {
  const hook = (debate: Debate, viewer: typeof USER | null = USER) =>
    renderHook((shown: Debate) => useVerdictReveal(shown, viewer), { initialProps: debate });

  test("are running, sealed, reveal and card", () => {
    const { result, rerender } = hook(running);
    const phases = [result.current.phase];
    rerender({ ...sealed, seal: "judging" });
    phases.push(result.current.phase);
    expect(result.current.isVerdictReady).toBe(false);
    rerender(sealed);
    expect(result.current.isVerdictReady).toBe(true);
    rerender(open);
    phases.push(result.current.phase);
    expect(result.current).toMatchObject({ isWithheld: true, isVerdictShown: false });
    act(() => result.current.show());
    phases.push(result.current.phase);
    expect(result.current).toMatchObject({ isWithheld: false, isVerdictShown: true });
    expect(phases).toEqual(["running", "sealed", "reveal", "card"]);
  });

  test("skip the vote if no judge is available", () => {
    expect(hook({ ...sealed, judge: null }).result.current.phase).toBe("card");
    expect(hook(sealed, null).result.current.phase).toBe("running");
  });
});

describe("the clock of the vote", () => {
  let isVisible = true;
  const RealObserver = globalThis.IntersectionObserver;
  class FakeObserver {
    constructor(private readonly callback: (entries: object[]) => void) {}
    observe() {
      this.callback([{ isIntersecting: isVisible }]);
    }
    disconnect() {}
  }
  beforeEach(() => {
    isVisible = true;
    Object.assign(globalThis, { IntersectionObserver: FakeObserver });
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
    Object.assign(globalThis, { IntersectionObserver: RealObserver });
  });
  let lastId = 100;

  const startClock = (isRunning = true) => {
    const onEnd = jest.fn();
    const debateId = (lastId += 1);
    const Clock = ({ isOn }: { isOn: boolean }) => {
      const target = useRef<HTMLDivElement>(null);
      const { secondsLeft, togglePause } = useVoteClock({
        debateId,
        target,
        isRunning: isOn,
        onEnd,
      });
      return (
        <div ref={target}>
          <button type="button" onClick={togglePause}>
            {secondsLeft}
          </button>
        </div>
      );
    };
    const page = render(<Clock isOn={isRunning} />);
    const button = () => within(page.container).getByRole("button");
    return {
      onEnd,
      left: () => Number(button().textContent),
      pause: () => act(() => button().click()),
      wait: (seconds: number) => act(() => jest.advanceTimersByTime(seconds * 1000)),
      close: page.unmount,
    };
  };

  test("counts down 20 seconds, and ends once", () => {
    const { left, wait, onEnd } = startClock();
    expect([VOTE_SECONDS, left()]).toEqual([20, 20]);
    wait(19);
    expect([left(), onEnd.mock.calls.length]).toEqual([1, 0]);
    wait(60);
    expect([left(), onEnd.mock.calls.length]).toEqual([0, 1]);
  });

  test("can be paused and resumed", () => {
    const { left, wait, pause, onEnd } = startClock();
    wait(5);
    pause();
    wait(600);
    expect([left(), onEnd.mock.calls.length]).toEqual([15, 0]);
    pause();
    wait(15);
    expect(onEnd).toHaveBeenCalledTimes(1);
  });

  test("waits for the judge, and while it is out of the window", () => {
    const waiting = startClock(false);
    waiting.wait(60);
    expect(waiting.left()).toBe(20);
    waiting.close();
    isVisible = false;
    const hidden = startClock();
    hidden.wait(60);
    expect([hidden.left(), hidden.onEnd.mock.calls.length]).toEqual([20, 0]);
  });
});

describe("the headline", () => {
  const scores = (botA: number | null, botB: number | null) => ({ botA, botB, reasoning: "" });
  test.each([
    ["bot_a", scores(7, 6), "You said For. The judge said For."],
    ["bot_b", scores(6, 7), "You said Against. The judge said Against."],
    ["bot_a", scores(7, 7), "You said For. The judge called it a draw."],
    ["bot_a", scores(null, 7), null],
    ["bot_a", null, null],
    [null, scores(6, 7), null],
  ] as const)("of the vote %s and the scores %j is %j", (myVote, given, expected) => {
    expect(compareWithVote({ myVote, scores: given })).toBe(expected);
  });

  test("says both if the verdict differs from the scores", () => {
    const decide = (winner: "bot_a" | "bot_b" | "draw") =>
      describeJudgement({
        scores: {
          ...scores(7, 6),
          decision: { winner, margin: null, wavered: false, charter: "0123" },
        },
      });
    expect(decide("bot_a")).toBe("The judge said For.");
    expect(decide("bot_b")).toBe("By score: For. Verdict: Against.");
    expect(decide("draw")).toBe("By score: For. Verdict: a draw.");
  });

  test("says what a panel decided, or that it named no winner", () => {
    const decision = { winner: "draw", margin: null, wavered: true, charter: "0123" } as const;
    expect(describeJudgement({ scores: { ...scores(7, 6), decision, panel: [] } })).toBe(
      "By score: For. Verdict: no winner.",
    );
    const agreed = { ...decision, winner: "bot_a", wavered: false } as const;
    expect(describeJudgement({ scores: { ...scores(7, 6), decision: agreed, panel: [] } })).toBe(
      "The judges said For.",
    );
    expect(describeJudgement({ scores: { ...scores(7, 6), panel: [] } })).toBe("By score: For.");
  });

  test("without a vote says what the judge said", () => {
    expect(describeJudgement({ scores: scores(6, 7) })).toBe("The judge said Against.");
    expect(describeJudgement({ scores: scores(7, 7) })).toBe("The judge called it a draw.");
    expect(describeJudgement({ scores: null })).toBeNull();
  });
});
