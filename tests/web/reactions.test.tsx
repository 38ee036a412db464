/** @jest-environment ./tests/web/browser.cjs */
import { act, screen, waitFor, within } from "@testing-library/react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { SentenceReactions } from "#shared/contract/debates/reactions.ts";
import type { PageData } from "#shared/contract/page.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { buildDebate, buildTurn, USER } from "./fixtures.ts";
import type { FakeResponses } from "./fake-api.ts";
import { expectToast, isButtonDisabled, renderAppPage, useFakeApi } from "./page-harness.tsx";

const fakeApi = useFakeApi();
const PATH = "/api/debates/7";
const REACT = "POST /api/turns/103/reactions";
const CONTENT = "Streets belong to people. Cars take them away.";
const speaking = buildTurn(3, { status: "streaming", content: CONTENT });
const turns = [buildTurn(1, { score: 7 }), buildTurn(2, { score: 6 }), speaking];
const debate = buildDebate({ currentTurn: 2 });

const open = (
  answers: FakeResponses = {},
  {
    reactions = null,
    viewer = USER,
  }: { reactions?: SentenceReactions | null; viewer?: PageData["user"] } = {},
  shown: readonly Turn[] = turns,
) => {
  const opened: Debate = { ...debate, sentenceReactions: reactions };
  fakeApi().respond({
    [`GET ${PATH}`]: [200, opened],
    [`GET ${PATH}/turns`]: [200, shown],
    ...answers,
  });
  return renderAppPage(fakeApi(), "/debate/7", {
    user: viewer,
    queries: [
      [[PATH], opened],
      [[`${PATH}/turns`], shown],
    ],
  });
};

const forButton = () => screen.getByRole("button", { name: "Good point, For, ChatGPT" });
const againstButton = () => screen.getByRole("button", { name: "Good point, Against, Claude" });
const findEnabled = () => waitFor(() => expect(isButtonDisabled(forButton())).toBe(false));
const isPressed = () => forButton().getAttribute("aria-pressed") === "true";
const posts = () => fakeApi().requests.filter(({ method }) => method === "POST");

const revealed = (count: number): SentenceReactions => ({
  turns: [{ turnId: 103, attempt: 1, sentences: [{ sentence: 1, count }] }],
  mine: [{ turnId: 103, attempt: 1, sentence: 1 }],
});

describe("the buttons for a good point", () => {
  test("have an icon that explains them where a low window has no room for text", async () => {
    await open();
    for (const button of [forButton(), againstButton()])
      expect(button.querySelector("svg.lucide-thumbs-up")).toBeTruthy();
  });

  test("are off while no sentence is shown", async () => {
    await open({}, {}, []);
    expect([forButton(), againstButton()].map(isButtonDisabled)).toEqual([true, true]);
  });

  test("are on for the side whose sentence is shown", async () => {
    await open();
    await findEnabled();
    expect(isButtonDisabled(againstButton())).toBe(true);
    expect([forButton(), againstButton()].map((button) => button.textContent)).toEqual([
      "Good point",
      "Good point",
    ]);
  });

  test("react to the sentence once, and then show the count", async () => {
    const { user } = await open({
      [REACT]: [204],
      [`GET ${PATH}`]: () => [
        200,
        { ...debate, sentenceReactions: posts().length > 0 ? revealed(12) : null },
      ],
    });
    await findEnabled();
    await user.click(forButton());
    expect([isPressed(), isButtonDisabled(forButton())]).toEqual([true, true]);
    await waitFor(() => expect(forButton().textContent).toBe("✓Good point12"));
    expect(posts()).toMatchObject([{ path: "/api/turns/103/reactions", body: { sentence: 1 } }]);
  });

  test("come back with the reason after a failure", async () => {
    const { user } = await open({ [REACT]: [409, { message: "This turn is hidden." }] });
    await findEnabled();
    await user.click(forButton());
    await expectToast("Error", "This turn is hidden.");
    expect([isPressed(), isButtonDisabled(forButton())]).toEqual([false, false]);
  });

  test("are pressed with the key G, once per sentence", async () => {
    const { user } = await open({ [REACT]: [204] });
    await findEnabled();
    await user.keyboard("g");
    expect(isPressed()).toBe(true);
    await user.keyboard("g");
    await waitFor(() => expect(posts()).toHaveLength(1));
  });

  test("stay pressed for a sentence that the viewer reacted to earlier", async () => {
    await open({}, { reactions: revealed(1) });
    await waitFor(() => expect(isPressed()).toBe(true));
    expect(isButtonDisabled(forButton())).toBe(true);
  });

  test("are on again for the sentence of another attempt", async () => {
    const again = buildTurn(3, { ...speaking, attempt: 2 });
    await open({}, { reactions: revealed(1) }, [...turns.slice(0, 2), again]);
    await findEnabled();
    expect(isPressed()).toBe(false);
  });

  test("are a link to sign in for visitors", async () => {
    await open({}, { viewer: null });
    expect(screen.getByRole("link", { name: "Sign in to react" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Good point/ })).toBeNull();
  });
});

describe("the reactions of the audience", () => {
  const finished = [
    buildTurn(1, { score: 7, judge: "grok", content: CONTENT }),
    buildTurn(2, { score: 6, judge: "grok" }),
  ];
  const reactionsOf = (first: number, second: number): SentenceReactions => ({
    turns: [
      { turnId: 101, attempt: 1, sentences: [{ sentence: 1, count: first }] },
      { turnId: 102, attempt: 1, sentences: [{ sentence: 0, count: second }] },
    ],
    mine: [],
  });

  test("are a line of the momentum chart, once they are revealed", async () => {
    await open({}, { reactions: reactionsOf(3, 1) }, finished);
    expect(
      await screen.findByRole("img", { name: "Audience: For, 75% of the good points" }),
    ).toBeTruthy();
  });

  test("are hidden before", async () => {
    await open({}, {}, finished);
    expect(screen.queryByRole("img", { name: /^Audience/ })).toBeNull();
    expect(document.body.textContent).not.toContain("good points");
  });

  test("mark the sentence of a turn that got the most, from two on", async () => {
    await open({}, { reactions: reactionsOf(3, 1) }, finished);
    const turn = document.querySelector<HTMLElement>("#turn-1");
    if (!turn) throw new Error("no turn");
    await within(turn).findByText("3 good points");
    expect(within(turn).getAllByText("Cars take them away.")).toHaveLength(1);
    expect(document.querySelector("#turn-2")?.textContent).not.toContain("good points");
  });

  test("are updated by events", async () => {
    await open({}, { reactions: reactionsOf(3, 1) }, finished);
    await screen.findByText("3 good points");
    await waitFor(() => {
      act(() => {
        const [turn] = reactionsOf(4, 1).turns;
        if (turn) fakeApi().io.emit("reactions:updated", { debateId: 7, turns: [turn] });
      });
      expect(screen.getByText("4 good points")).toBeTruthy();
    });
    expect(screen.getByRole("img", { name: /^Audience: For, 80%/ })).toBeTruthy();
  });
});
