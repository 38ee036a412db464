/** @jest-environment ./tests/web/browser.cjs */
import { cleanup, screen, waitFor } from "@testing-library/react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { buildDebate, buildTurn, CONFIG, USER } from "./fixtures.ts";
import type { FakeResponses } from "./fake-api.ts";
import { openMenu, renderAppPage, useFakeApi } from "./page-harness.tsx";

const fakeApi = useFakeApi();
const TURNS = [1, 2].map((turn) => buildTurn(turn));
const running = buildDebate({ currentTurn: 2, upvotes: 3 });
const completed = buildDebate({ status: "completed", currentTurn: 10, upvotes: 3 });
const HOME: FakeResponses = {
  "GET /api/debates/my?perPage=12": [200, []],
  "GET /api/debates/public": [200, []],
  "GET /api/debates/live": [200, []],
  "GET /api/user": [200, USER],
};

type TestingUser = Awaited<ReturnType<typeof renderAppPage>>["user"];

const openAsVisitor = async (debate: Debate) => {
  const path = "/api/debates/7";
  fakeApi().respond({
    ...HOME,
    [`GET ${path}`]: [200, debate],
    [`GET ${path}/turns`]: [200, TURNS],
    "POST /api/login": [200, USER],
    "POST /api/register": [201, USER],
  });
  return renderAppPage(fakeApi(), "/debate/7", {
    config: { ...CONFIG, tts: true },
    queries: [
      [[path], debate],
      [[`${path}/turns`], TURNS],
    ],
  });
};

const logIn = async (user: TestingUser) => {
  await user.type(await screen.findByLabelText("Username"), "ada");
  await user.type(screen.getByLabelText("Password"), "secret{Enter}");
};

describe("a visitor who presses a control that needs an account", () => {
  test.each([
    ["Like", running, "Please sign in to vote on this debate.", "#thumbs", "Like, 3"],
    ["Good point", running, "Sign in to react", "#good-point", "Good point, For, ChatGPT"],
    ["the vote", completed, "Please sign in to vote on this debate.", "#vote", "For, ChatGPT"],
  ])("returns to %s, which has the focus", async (_name, debate, link, hash, control) => {
    const { user } = await openAsVisitor(debate);
    await user.click((await screen.findAllByRole("link", { name: link })).at(-1) as HTMLElement);
    await logIn(user);
    const button = await screen.findByRole("button", { name: control });
    expect(window.location.pathname + window.location.hash).toBe(`/debate/7${hash}`);
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  test("returns to the download menu, which has the focus", async () => {
    const { user } = await openAsVisitor(running);
    const menu = await openMenu(user, "Download");
    await user.click(menu.getByRole("link", { name: "Sign in to download the audio" }));
    await logIn(user);
    const button = await screen.findByRole("button", { name: "Download" });
    await waitFor(() => expect(document.activeElement).toBe(button));
  });
});

describe("a topic that a visitor types on the landing page", () => {
  const TOPIC = "Should cities: ban cars?";
  const openLanding = () => {
    fakeApi().respond({ ...HOME, "POST /api/register": [201, USER] });
    return renderAppPage(fakeApi(), "/", {
      queries: [
        [["/api/debates/public"], []],
        [["/api/debates/live"], []],
      ],
    });
  };
  const landingField = () =>
    screen.getByLabelText<HTMLTextAreaElement>("What should they fight about?");
  afterEach(() => sessionStorage.clear());

  test("is in the form, with the focus, after the visitor has signed up", async () => {
    const { user } = await openLanding();
    await user.type(landingField(), TOPIC);
    await user.click(screen.getByRole("button", { name: "Start a debate" }));
    await user.type(await screen.findByLabelText("Username"), "ada");
    await user.type(screen.getByLabelText("Email"), "ada@example.org");
    await user.type(screen.getByLabelText("Password"), "a long secret{Enter}");
    const field = await screen.findByLabelText<HTMLTextAreaElement>("Topic");
    await waitFor(() => expect(field.value).toBe(TOPIC));
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(sessionStorage.getItem("topic-draft")).toBe(`${USER.id}:${TOPIC}`);
  });

  test("survives a reload of the page", async () => {
    const { user } = await openLanding();
    await user.type(landingField(), TOPIC);
    cleanup();
    await openLanding();
    expect(landingField().value).toBe(TOPIC);
  });

  test("shows nothing of a draft that a signed-in user has left in this tab", async () => {
    sessionStorage.setItem("topic-draft", `${USER.id}:${TOPIC}`);
    await openLanding();
    expect(landingField().value).toBe("");
  });
});
