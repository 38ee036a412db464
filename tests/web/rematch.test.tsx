/** @jest-environment ./tests/web/browser.cjs */
import { screen, waitFor } from "@testing-library/react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { buildDebate, USER } from "./fixtures.ts";
import type { FakeResponses } from "./fake-api.ts";
import { expectToast, isButtonDisabled, renderAppPage, useFakeApi } from "./page-harness.tsx";

const fakeApi = useFakeApi();
const PATH = "/api/debates/7";
const COMPLETED = {
  status: "completed",
  currentTurn: 10,
  userId: USER.id,
  owner: { id: USER.id, username: USER.username },
  scores: { botA: 8, botB: 7, reasoning: "For was clearer." },
} as const;
const REMATCH = buildDebate({
  ...COMPLETED,
  id: 8,
  botAProvider: "claude",
  botBProvider: "openai",
  rematchOf: 7,
});

const open = (
  change: Partial<Debate>,
  answers: FakeResponses = {},
  viewer: typeof USER | null = USER,
) => {
  const debate = buildDebate({ ...COMPLETED, ...change });
  fakeApi().respond({
    [`GET ${PATH}`]: [200, debate],
    [`GET ${PATH}/turns`]: [200, []],
    "GET /api/debates/8/turns": [200, []],
    ...answers,
  });
  return renderAppPage(fakeApi(), "/debate/7", {
    user: viewer,
    queries: [
      [[PATH], debate],
      [[`${PATH}/turns`], []],
    ],
  });
};

const offer = () => screen.queryByRole("button", { name: "Rematch with sides swapped" });

test("the owner starts a rematch with one request for two presses, and sees it", async () => {
  const pending = buildDebate({ ...REMATCH, status: "pending", currentTurn: 0, scores: null });
  await open(
    {},
    { [`POST ${PATH}/rematch`]: [201, pending], "GET /api/debates/8": [200, pending] },
  );
  expect(await screen.findByText(/Claude argues For, ChatGPT argues Against/)).toBeTruthy();
  await waitFor(() => expect(offer() && isButtonDisabled(offer() as HTMLElement)).toBe(false));
  for (let press = 0; press < 2; press++) offer()?.click();
  await waitFor(() => expect(window.location.pathname).toBe("/debate/8"));
  const posts = fakeApi().requests.filter(({ method }) => method === "POST");
  expect(posts.map(({ path }) => path)).toEqual([`${PATH}/rematch`]);
});

test("the owner is told why no rematch can be started", async () => {
  const message = "You need at least 1 credit to start a debate.";
  const { user } = await open({}, { [`POST ${PATH}/rematch`]: [402, { message }] });
  await waitFor(() => expect(offer() && isButtonDisabled(offer() as HTMLElement)).toBe(false));
  await user.click(offer() as HTMLElement);
  await expectToast("Error", message);
  expect(isButtonDisabled(offer() as HTMLElement)).toBe(false);
});

test.each([
  ["of another user", { userId: 2 }],
  ["of one chatbot against itself", { botBProvider: "openai" }],
] as const)("no rematch is offered for a debate %s", async (_which, change) => {
  await open(change);
  expect(await screen.findByText("Who won?")).toBeTruthy();
  expect(offer()).toBeNull();
});

test.each([
  ["the same side", { botA: 8, botB: 6 }, "For won with both chatbots: the topic decided it."],
  ["the same chatbot", { botA: 6, botB: 8 }, "ChatGPT won on both sides."],
  [
    "a draw",
    { botA: 7, botB: 7 },
    "One of the two was a draw, so no chatbot and no side won both.",
  ],
])("a pair that was won by %s says so", async (_by, scores, text) => {
  const rematch = { ...REMATCH, scores: { ...scores, reasoning: "" } };
  await open({ rematchId: 8 }, { "GET /api/debates/8": [200, rematch] });
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open the rematch" }).getAttribute("href")).toBe(
    "/debate/8",
  );
});

test("a pair without both results says that they can be compared later", async () => {
  const rematch = { ...REMATCH, scores: null };
  await open({ rematchId: 8 }, { "GET /api/debates/8": [200, rematch] });
  await waitFor(() =>
    expect(fakeApi().requests.map(({ path }) => path)).toContain("/api/debates/8"),
  );
  const text = "Once both debates have a result, you can compare them here.";
  expect(screen.getByText(text)).toBeTruthy();
});

test("visitors find the other debate of a pair", async () => {
  await open({ rematchId: 8, scores: null }, {}, null);
  const link = await screen.findByRole("link", { name: "See the rematch" });
  expect(link.getAttribute("href")).toBe("/debate/8");
});
