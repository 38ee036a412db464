/** @jest-environment ./tests/web/browser.cjs */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { PageData } from "#shared/contract/page.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { buildDebate, buildTurn, toDebateProgress, USER } from "./fixtures.ts";
import {
  chooseMenuItem,
  expectToast,
  isButtonDisabled,
  openMenu,
  renderAppPage,
  useFakeApi,
} from "./page-harness.tsx";

const fakeApi = useFakeApi();
const TURNS = [1, 2, 3, 4].map((turn) => buildTurn(turn));

const openDebate = (debate: Debate, turns: Turn[], viewer: PageData["user"] = null, hash = "") => {
  const path = `/api/debates/${debate.id}`;
  fakeApi().respond({ [`GET ${path}`]: [200, debate], [`GET ${path}/turns`]: [200, turns] });
  const queries: PageData["queries"] = [
    [[path], debate],
    [[`${path}/turns`], turns],
  ];
  return renderAppPage(fakeApi(), `/debate/${debate.id}${hash}`, { user: viewer, queries });
};

const inScene = () => within(screen.getByRole("region", { name: "Scene" }));

describe("the debate page for a visitor", () => {
  test("invites the visitor to join after 4 turns", async () => {
    await openDebate(buildDebate({ currentTurn: 4 }), TURNS);
    expect(await screen.findByText("Want to see how this debate ends?")).toBeTruthy();
    expect(screen.getByText("Join to read full debate")).toBeTruthy();
    const gate = within(screen.getByRole("region", { name: "Want to see how this debate ends?" }));
    const links = gate
      .getAllByRole("link")
      .map((way) => [way.textContent, way.getAttribute("href")]);
    const next = "next=%2Fdebate%2F7%23turn-5";
    expect(links).toEqual([
      ["Sign up", `/auth?tab=register&${next}`],
      ["Login", `/auth?tab=login&${next}`],
    ]);
    expect(screen.getByText("Please sign in to vote on this debate.")).toBeTruthy();
  });

  test("shows no invitation before the fourth turn", async () => {
    await openDebate(buildDebate({ currentTurn: 3 }), TURNS.slice(0, 3));
    expect(screen.queryByText("Want to see how this debate ends?")).toBeNull();
  });

  test("shows no invitation after a complete debate of 4 turns", async () => {
    await openDebate(buildDebate({ status: "completed", currentTurn: 4, maxTurns: 4 }), TURNS);
    expect(screen.queryByText("Want to see how this debate ends?")).toBeNull();
  });

  test("has no controls and no score", async () => {
    await openDebate(buildDebate({ currentTurn: 4 }), TURNS);
    expect(screen.queryByRole("button", { name: "Next Turn" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Enable Auto-Play" })).toBeNull();
    expect(screen.getByText("Sign in to see the score")).toBeTruthy();
  });

  test.each([
    [
      "running",
      buildDebate({ currentTurn: 4 }),
      ["", "#turn-1", "#turn-5", "#thumbs", "#good-point"],
    ],
    [
      "completed",
      buildDebate({ status: "completed", currentTurn: 10 }),
      ["", "#turn-1", "#turn-5", "#vote"],
    ],
  ])(
    "returns after the sign-in to a debate that is %s and to the feature the visitor wanted",
    async (_, debate, backTo) => {
      await openDebate(debate, TURNS);
      const links = screen.getAllByRole<HTMLAnchorElement>("link", {
        name: /sign in|sign up|log ?in/i,
      });
      const next = links.map(({ href }) => new URL(href).searchParams.get("next"));
      expect(new Set(next)).toEqual(new Set(backTo.map((place) => `/debate/7${place}`)));
    },
  );

  test("says how many turns a copied transcript contains", async () => {
    const { user } = await openDebate(buildDebate({ currentTurn: 6 }), TURNS);
    const writeText = () => Promise.resolve();
    Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
    await chooseMenuItem(user, "Download", "Copy transcript");
    await expectToast("Transcript copied", "the first 4 of 6 turns, as text");
  });

  test("closes the vote area of a completed debate", async () => {
    await openDebate(buildDebate({ status: "completed", currentTurn: 10 }), TURNS);
    expect(screen.getByText("Please sign in to vote on this debate.")).toBeTruthy();
    expect(screen.queryByText(/verdict/i)).toBeNull();
  });
});

describe("the actions on a running debate", () => {
  const copied: string[] = [];
  const running = buildDebate({ currentTurn: 2, upvotes: 3 });
  const unfinished = buildTurn(3, { status: "streaming", content: "Half a" });
  const open = async (viewer: PageData["user"], hash = "") => {
    copied.length = 0;
    const opened = await openDebate(
      running,
      [buildTurn(1), buildTurn(2), unfinished],
      viewer,
      hash,
    );
    const writeText = async (text: string) => void copied.push(text);
    Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
    return opened;
  };
  const press = (name: string) => screen.getByRole("button", { name });

  test.each([
    ["a visitor", null],
    ["a user", USER],
  ])("copy the link to the debate and to each of its turns, for %s", async (_who, viewer) => {
    const { user } = await open(viewer, "#turn-2");
    await user.click(press("Share"));
    await expectToast("Link copied", "Debate link copied to clipboard");
    await chooseMenuItem(user, "More", "Copy link");
    await user.click(press("Copy link to turn 1"));
    await expectToast("Link copied", "Link to turn 1 copied to clipboard");
    const address = `${fakeApi().origin}/debate/7`;
    expect(copied).toEqual([address, address, `${address}#turn-1`]);
  });

  test.each([
    ["a visitor, without scores", null, /^(?!.*cored)/s],
    ["a user", USER, /Not scored yet/],
  ])("copy a transcript of the finished turns, for %s", async (_who, viewer, words) => {
    const { user } = await open(viewer);
    await chooseMenuItem(user, "Download", "Copy transcript");
    await expectToast("Transcript copied", "2 turns, as text");
    expect(copied[0]).toMatch(words);
    expect(copied[0]).toContain("The words of turn 2.");
    expect(copied[0]).not.toContain("Half a");
  });

  test("show an error when the clipboard cannot be written", async () => {
    const { user } = await open(USER);
    const writeText = () => Promise.reject(new Error("No"));
    Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
    await chooseMenuItem(user, "Download", "Copy transcript");
    expect(await screen.findByText(/Save it as a file instead/)).toBeTruthy();
  });

  test("offer no download before the first turn", async () => {
    await openDebate(buildDebate(), [], USER);
    expect(isButtonDisabled(press("Download"))).toBe(true);
  });

  test('include keyboard shortcuts, which are listed on "?" and can be turned off', async () => {
    const { user } = await open(USER);
    await user.keyboard("?");
    const keys = within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }));
    expect(keys.getByText("Back and forward 15 seconds")).toBeTruthy();
    await user.click(keys.getByRole("checkbox", { name: /^Use keyboard shortcuts/ }));
    const dialog = screen.getByRole<HTMLDialogElement>("dialog");
    fireEvent(dialog, new Event("close"));
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.keyboard("?");
    expect(screen.queryByRole("dialog")).toBeNull();
    await chooseMenuItem(user, "More", "Keyboard shortcuts");
    await user.click(await screen.findByRole("checkbox", { name: /^Use keyboard shortcuts/ }));
    expect(localStorage.getItem("shortcuts")).toBe("on");
  });

  test("focus the Like button for a user who returns to it after the sign-in", async () => {
    await open(USER, "#thumbs");
    expect(document.activeElement).toBe(press("Like, 3"));
  });
});

describe("the link to a turn", () => {
  const getLinkedId = () => document.querySelector("[data-linked]")?.id;

  test("opens the debate at this turn and marks it", async () => {
    await openDebate(buildDebate({ currentTurn: 4 }), TURNS, USER, "#turn-3");
    expect([getLinkedId(), document.activeElement?.id]).toEqual(["turn-3", "turn-3"]);
    window.location.hash = "#turn-2";
    await waitFor(() => expect(getLinkedId()).toBe("turn-2"));
    expect(document.querySelectorAll("[data-linked]")).toHaveLength(1);
  });

  test("leads a visitor who may not read the turn to the gate", async () => {
    const seen: string[] = [];
    const scroll = jest.spyOn(HTMLElement.prototype, "scrollIntoView");
    scroll.mockImplementation(function scrollIntoView(this: HTMLElement) {
      seen.push(this.id);
    });
    await openDebate(buildDebate({ currentTurn: 6 }), TURNS, null, "#turn-6");
    expect([document.activeElement?.id, seen.at(-1), getLinkedId()]).toEqual([
      "gate",
      "gate",
      undefined,
    ]);
    scroll.mockRestore();
  });
});

describe("the debate page for a user", () => {
  const refunded = buildDebate({ refunded: true });
  const paid = buildDebate();
  const failed = buildTurn(1, {
    status: "failed",
    error: { code: "refused", message: "It refused." },
  });

  test("says that the credit was returned when the debate failed at its first turn", async () => {
    await openDebate(refunded, [failed], { ...USER, id: refunded.userId ?? 0 });
    expect(await inScene().findByText("It refused.")).toBeTruthy();
    expect(inScene().getByText("Your credit is back.")).toBeTruthy();
  });

  test.each([
    ["its owner", { id: refunded.userId ?? 0, role: "user" }, "overloaded", "refunded", true],
    ["its owner", { id: refunded.userId ?? 0, role: "user" }, "refused", "refunded", false],
    ["an admin", { id: 99, role: "admin" }, "overloaded", "paid", true],
    ["an admin", { id: 99, role: "admin" }, "overloaded", "refunded", false],
    ["another user", { id: 99, role: "user" }, "overloaded", "paid", false],
  ] as const)(
    "decides for %s (%p) about a retry of a turn that was %s in a debate that is %s: %p",
    async (_, viewer, code, state, canRetry) => {
      const turn = buildTurn(1, { status: "failed", error: { code, message: "It would not." } });
      await openDebate({ refunded, paid }[state], [turn], { ...USER, ...viewer });
      expect(await inScene().findByText("It would not.")).toBeTruthy();
      expect(screen.queryByRole("button", { name: "Try again" }) !== null).toBe(canRetry);
      expect(screen.queryByText(/Trying again costs 1 credit/) !== null).toBe(
        canRetry && state === "refunded",
      );
    },
  );

  test("does not show other users that the credit was returned", async () => {
    await openDebate(refunded, [failed], { ...USER, id: 99 });
    expect(screen.queryByText(/credit is back/)).toBeNull();
  });

  test("shows more than 4 turns and has the controls", async () => {
    const turns = [...TURNS, buildTurn(5)];
    await openDebate(buildDebate({ currentTurn: 5 }), turns, USER);
    expect(screen.queryByText("Want to see how this debate ends?")).toBeNull();
    expect(screen.getAllByText("The words of turn 5.")[0]).toBeTruthy();
    expect(screen.getByRole("button", { name: "Next Turn" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Enable Auto-Play" })).toBeTruthy();
  });

  test("shows the result in place of the controls when the debate is completed", async () => {
    const scores = { botA: 7.5, botB: 7.5, reasoning: "Both were right." };
    const debate = buildDebate({ status: "completed", currentTurn: 10, scores });
    await openDebate(debate, TURNS, USER);
    expect(screen.queryByRole("button", { name: "Next Turn" })).toBeNull();
    expect(await screen.findByRole("heading", { name: "Draw" })).toBeTruthy();
    expect(screen.getByText("Both were right.")).toBeTruthy();
    expect(screen.getAllByRole("button", { name: "Share" })).toHaveLength(2);
    expect(screen.getAllByRole("button", { name: "Download" })).toHaveLength(2);
  });

  test("is left after a deletion without showing that the debate is gone", async () => {
    const debate = buildDebate({ userId: USER.id, currentTurn: 4 });
    const { user } = await openDebate(debate, TURNS, USER);
    let isFlashed = false;
    const observer = new MutationObserver(() => {
      isFlashed ||= screen.queryByText("Debate not found") !== null;
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    fakeApi().respond({
      "GET /api/user": [200, USER],
      "GET /api/debates/my?perPage=12": [200, []],
      "GET /api/debates/7": [200, debate],
      "GET /api/debates/7/turns": [200, TURNS],
      "DELETE /api/debates/7": async () => {
        // The page gets events in order. So once it shows turn 5, it has received the deletion.
        await waitFor(() => {
          fakeApi().io.emit("debate:deleted", { debateId: 7 });
          fakeApi().io.emit("turn:completed", { debateId: 7, turn: buildTurn(5) });
          expect(isFlashed || document.getElementById("turn-5")).toBeTruthy();
        });
        return [204];
      },
    });
    await chooseMenuItem(user, "More", "Delete");
    await user.click(await screen.findByRole("button", { name: "Delete debate" }));
    await waitFor(() => expect(window.location.pathname).toBe("/"));
    observer.disconnect();
    expect(isFlashed).toBe(false);
    fakeApi().respond({ "GET /api/user": [200, USER] });
    window.history.back();
    await screen.findByRole("heading", { name: "Debate not found" });
  });

  test("shows a verdict without scores as decided in words", async () => {
    const scores = { botA: null, botB: 7, reasoning: "Against was more convincing." };
    await openDebate(buildDebate({ status: "completed", currentTurn: 10, scores }), TURNS, USER);
    expect(screen.getByRole("heading", { name: "No winner by score" })).toBeTruthy();
    expect(screen.queryByText("No result")).toBeNull();
  });

  test("names no winner before the last turn is judged", async () => {
    const turns = [
      buildTurn(1, { score: 9 }),
      buildTurn(2, { score: 4 }),
      buildTurn(3, { score: 9 }),
      buildTurn(4),
    ];
    await openDebate(
      buildDebate({ status: "completed", currentTurn: 4, maxTurns: 4 }),
      turns,
      USER,
    );
    expect(await screen.findByRole("heading", { name: "Final verdict coming up" })).toBeTruthy();
    // The text is once in the verdict's card, and once in the note of the turn that has no score
    // yet.
    expect(screen.getAllByText("Grok is scoring…")).toHaveLength(2);
    expect(screen.queryByLabelText("Winner")).toBeNull();
  });

  test.each([
    [null, "The judge is writing the verdict…"],
    ["", "The judge wrote no verdict. The scores count."],
  ])(
    "says whether the verdict is being written or missing when it is %j",
    async (reasoning, words) => {
      const scores = { botA: 6, botB: 7.5, reasoning };
      await openDebate(buildDebate({ status: "completed", currentTurn: 10, scores }), TURNS, USER);
      expect(screen.getByText(words)).toBeTruthy();
    },
  );

  test("announces the end and the verdict, and keeps the focus when the controls disappear", async () => {
    const scores = { botA: 6, botB: 7.5, reasoning: null };
    const debate = buildDebate({ currentTurn: 3, maxTurns: 4 });
    const over = { ...debate, status: "completed", currentTurn: 4 } as const;
    await openDebate(debate, TURNS, USER);
    screen.getByRole("button", { name: "Next Turn" }).focus();
    const expectAnnouncement = (words: RegExp, now: Debate["scores"]) =>
      waitFor(() => {
        fakeApi().io.emit("debate:updated", { ...toDebateProgress(over), scores: now });
        expect(screen.getByText(words)).toBeTruthy();
      });
    await expectAnnouncement(/The debate is over\./, null);
    await waitFor(() => expect(document.activeElement?.id).toBe("scene"));
    fakeApi().respond({
      "GET /api/debates/7": [200, { ...over, scores }],
      "GET /api/debates/7/turns": [200, TURNS],
    });
    await expectAnnouncement(/Claude wins: Arguing Against, 7\.5 to 6\.0\./, scores);
    await expectAnnouncement(/The judge has written the verdict\./, {
      ...scores,
      reasoning: "So be it.",
    });
  });

  test("names the winning side when one chatbot speaks for both sides", async () => {
    const scores = { botA: 6, botB: 7.5, reasoning: null };
    await openDebate(
      buildDebate({ status: "completed", botBProvider: "openai", scores }),
      TURNS,
      USER,
    );
    expect(screen.getByRole("heading", { name: "Against wins" })).toBeTruthy();
    expect(screen.getByText("ChatGPT against itself, 7.5 to 6.0")).toBeTruthy();
  });

  test.each([
    ["sharing is off", { shareEnabled: false }],
    ["it is private", { isPublic: false }],
  ])("has no way to share the debate where %s", async (_why, but) => {
    const debate = buildDebate({ status: "completed", currentTurn: 10, ...but });
    const { user } = await openDebate(debate, TURNS, USER);
    await openMenu(user, "More");
    expect(screen.queryByRole("button", { name: /^(Share|Copy link|Embed)$/ })).toBeNull();
  });

  test("lets a user delete only the user's own debates", async () => {
    const { unmount, user } = await openDebate(buildDebate(), [], USER);
    const lines = await openMenu(user, "More");
    expect(lines.queryByRole("button", { name: "Delete" })).toBeNull();
    unmount();
    const { user: owner } = await openDebate(buildDebate({ userId: USER.id }), [], USER);
    expect((await openMenu(owner, "More")).getByRole("button", { name: "Delete" })).toBeTruthy();
  });
});

test("the page of a missing debate says that it was not found", async () => {
  fakeApi().respond({});
  await renderAppPage(fakeApi(), "/debate/9", { queries: [[["/api/debates/9"], null]] });
  expect(screen.getByText("Debate not found")).toBeTruthy();
});

test("a failed turn shows the reason and can be tried again by the owner", async () => {
  const failed = buildTurn(1, {
    status: "failed",
    content: "",
    error: { code: "overloaded", message: "ChatGPT is overloaded just now." },
  });
  const { user } = await openDebate(buildDebate({ userId: USER.id }), [failed], USER);
  expect(await inScene().findByText("ChatGPT is overloaded just now.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() =>
    expect(fakeApi().requests).toContainEqual(
      expect.objectContaining({ method: "POST", path: "/api/debates/7/turns" }),
    ),
  );
});
