/** @jest-environment ./tests/web/browser.cjs */
import { screen, waitFor } from "@testing-library/react";
import { buildDebate, USER } from "./fixtures.ts";
import type { FakeResponses } from "./fake-api.ts";
import { expectToast, isButtonDisabled, renderAppPage, useFakeApi } from "./page-harness.tsx";

const fakeApi = useFakeApi();
const completed = buildDebate({ status: "completed", currentTurn: 10, upvotes: 3 });
const PATH = "/api/debates/7";

const openCompleted = (answers: FakeResponses) => {
  fakeApi().respond({
    [`GET ${PATH}`]: [200, completed],
    [`GET ${PATH}/turns`]: [200, []],
    ...answers,
  });
  return renderAppPage(fakeApi(), "/debate/7", {
    user: USER,
    queries: [
      [[PATH], completed],
      [[`${PATH}/turns`], []],
    ],
  });
};

const forButton = () => screen.getByRole("button", { name: "For, ChatGPT" });
const againstButton = () => screen.getByRole("button", { name: "Against, Claude" });

test.each([
  ["pt-BR", 1],
  ["en", 0],
  ["en-GB", 0],
] as const)(
  "the verdict of a debate in %s has %i notes on judging outside English",
  async (language, count) => {
    const scored = { ...completed, language, scores: { botA: 8, botB: 7, reasoning: "For." } };
    fakeApi().respond({});
    await renderAppPage(fakeApi(), "/debate/7", {
      user: USER,
      queries: [
        [[PATH], scored],
        [[`${PATH}/turns`], []],
      ],
    });
    await screen.findByText("For.");
    expect(screen.queryAllByText(/Read scores outside English with caution/)).toHaveLength(count);
  },
);

describe("the winner vote", () => {
  const winnerVotes = { botA: 14, botB: 11 };

  test("shows no counts before the user has voted", async () => {
    await openCompleted({});
    expect(await screen.findByText("Vote to see the results.")).toBeTruthy();
    expect(screen.getByText("You have one vote. You can change it later.")).toBeTruthy();
  });

  test("is saved with a thank-you, and disables both buttons", async () => {
    const { user } = await openCompleted({
      [`POST ${PATH}/vote`]: [200, { winner: "bot_a", winnerVotes }],
      [`GET ${PATH}`]: [200, { ...completed, myVote: "bot_a", winnerVotes }],
    });
    await user.click(forButton());
    await expectToast("Vote recorded", "Thank you for your vote!");
    expect(fakeApi().requests).toContainEqual({
      method: "POST",
      path: `${PATH}/vote`,
      body: { winner: "bot_a" },
    });
    expect(await screen.findByText("For 14 votes")).toBeTruthy();
    expect(screen.getByText("Vote saved. Reload the page to change it.")).toBeTruthy();
    await waitFor(() =>
      expect([forButton(), againstButton()].map(isButtonDisabled)).toEqual([true, true]),
    );
  });

  test.each([
    [
      "two presses before anything is drawn",
      (button: HTMLElement) => [button.click(), button.click()],
    ],
    ["a press on each side", (button: HTMLElement) => [button.click(), againstButton().click()]],
  ])("sends one request for %s", async (_how, press) => {
    await openCompleted({
      [`POST ${PATH}/vote`]: [200, { winner: "bot_a", winnerVotes }],
      [`GET ${PATH}`]: [200, { ...completed, myVote: "bot_a", winnerVotes }],
    });
    await waitFor(() => expect(isButtonDisabled(forButton())).toBe(false));
    press(forButton());
    await expectToast("Vote recorded", "Thank you for your vote!");
    await waitFor(() =>
      expect([forButton(), againstButton()].map(isButtonDisabled)).toEqual([true, true]),
    );
    expect(fakeApi().requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  test("shows the reason of a failure and keeps the buttons enabled", async () => {
    const { user } = await openCompleted({
      [`POST ${PATH}/vote`]: [503, { message: "Try again in a moment." }],
    });
    await user.click(againstButton());
    expect(await screen.findByText("Try again in a moment.")).toBeTruthy();
    await waitFor(() =>
      expect([forButton(), againstButton()].map(isButtonDisabled)).toEqual([false, false]),
    );
  });
});

describe("the Like button", () => {
  test("counts at once, before the answer", async () => {
    let answer = () => {};
    let stored = completed;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { user } = await openCompleted({
      // A function, so that refetches return the current state.
      [`GET ${PATH}`]: () => [200, stored],
      [`POST ${PATH}/reaction`]: async () => {
        await answered;
        stored = { ...completed, upvotes: 5, myReaction: "up" };
        return [200, { type: "up", upvotes: 5, downvotes: 0 }];
      },
    });
    await user.click(screen.getByRole("button", { name: "Like, 3" }));
    expect(await screen.findByRole("button", { name: "Like, 4", pressed: true })).toBeTruthy();
    answer();
    expect(await screen.findByRole("button", { name: "Like, 5" })).toBeTruthy();
  });

  test("reverts a refused press and shows the reason", async () => {
    const { user } = await openCompleted({
      [`POST ${PATH}/reaction`]: [429, { message: "Slowly." }],
    });
    await user.click(screen.getByRole("button", { name: "Like, 3" }));
    expect(await screen.findByText("Slowly.")).toBeTruthy();
    await waitFor(() => expect(screen.getByRole("button", { name: "Like, 3" })).toBeTruthy());
  });
});
