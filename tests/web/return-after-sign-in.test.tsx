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

describe("a visitor who requests a sign-in link from a control", () => {
  const LINK = { kind: "sign_in", username: "ada", email: "ada@example.org" };
  const NOTHING_REMOVED = {
    sessions: 0,
    passkeys: 0,
    apps: 0,
    recoveryCodes: 0,
    devices: 0,
    links: 0,
  };
  afterEach(() => {
    localStorage.clear();
    jest.useRealTimers();
  });

  const requestLink = async () => {
    const { user } = await openAsVisitor(completed);
    fakeApi().respond({ "POST /api/sign-in-link": [204, undefined] });
    const links = await screen.findAllByRole("link", {
      name: "Please sign in to vote on this debate.",
    });
    await user.click(links.at(-1) as HTMLElement);
    await user.type(await screen.findByLabelText("Username"), "ada");
    await user.click(screen.getByRole("button", { name: "Email me a sign-in link" }));
    await screen.findByText(/we’ve sent a sign-in link/);
    cleanup();
  };
  /** Opens the emailed link and signs in. */
  const openLink = async (response: object) => {
    const path = "/api/debates/7";
    fakeApi().respond({
      ...HOME,
      [`GET ${path}`]: [200, completed],
      [`GET ${path}/turns`]: [200, TURNS],
      "POST /api/links/look": [200, LINK],
      "POST /api/login/link": [200, response],
      "POST /api/login/second-step": [200, USER],
    });
    const { user } = await renderAppPage(fakeApi(), "/link#a-token");
    await user.click(await screen.findByRole("button", { name: "Sign in" }));
    return user;
  };
  const signedIn = { user: USER, removed: NOTHING_REMOVED };
  const getHref = async (name: string) =>
    (await screen.findByRole("link", { name })).getAttribute("href");

  test("is led back to it after signing in with the link, once", async () => {
    await requestLink();
    await openLink(signedIn);
    expect(await getHref("Continue where you were")).toBe("/debate/7#vote");
    cleanup();
    await openLink(signedIn);
    expect(await getHref("Go to your debates")).toBe("/");
  });

  test("returns to it after the second factor", async () => {
    await requestLink();
    const user = await openLink({ secondStep: "step-token" });
    await user.type(await screen.findByLabelText("Code"), "123456{Enter}");
    await waitFor(() =>
      expect(window.location.pathname + window.location.hash).toBe("/debate/7#vote"),
    );
  });

  test.each([
    ["expired", `${Date.now() - 16 * 60_000}:/debate/7`],
    ["another site's", `${Date.now()}://evil.example/`],
    ["another site's with a backslash", `${Date.now()}:/\\evil.example`],
    ["a script", `${Date.now()}:javascript:alert(1)`],
    ["damaged", "nonsense"],
  ])("is led home if the stored path is %s", async (_what, stored) => {
    localStorage.setItem("sign-in-link-return", stored);
    await openLink(signedIn);
    expect(await getHref("Go to your debates")).toBe("/");
  });
});
