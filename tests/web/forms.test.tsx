/** @jest-environment ./tests/web/browser.cjs */
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { useToasts } from "#web/lib/toast.ts";
import { buildDebate, USER } from "./fixtures.ts";
import type { FakeResponses } from "./fake-api.ts";
import { expectToast, isButtonDisabled, renderAppPage, useFakeApi } from "./page-harness.tsx";

const fakeApi = useFakeApi();
const LISTS: FakeResponses = {
  "GET /api/debates/my?perPage=12": [200, []],
  "GET /api/debates/public": [200, []],
};

const REFUSED = { code: "unauthenticated", message: "Wrong username or password." };

const errorOf = (label: string): string | null | undefined => {
  const described = screen.getByLabelText(label).getAttribute("aria-describedby");
  return document.getElementById(described?.split(" ")[0] ?? "")?.textContent;
};

describe("the login form", () => {
  test("shows the required fields when it is empty, and focuses the first", async () => {
    fakeApi().respond({});
    const { user } = await renderAppPage(fakeApi(), "/auth?tab=login");
    await user.click(screen.getByRole("button", { name: "Login" }));
    await waitFor(() => expect(errorOf("Username")).toBe("Username is required"));
    expect(errorOf("Password")).toBe("Password is required");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Username")));
    expect(fakeApi().requests).toEqual([]);
  });

  test("welcomes the user back and opens the home page", async () => {
    fakeApi().respond({ ...LISTS, "POST /api/login": [200, USER] });
    const { user } = await renderAppPage(fakeApi(), "/auth");
    await user.type(screen.getByLabelText("Username"), "ada");
    await user.type(screen.getByLabelText("Password"), "secret{Enter}");
    await expectToast("Welcome back!", "Logged in as ada");
    expect(await screen.findByText("Start a New Debate")).toBeTruthy();
    expect(window.location.pathname).toBe("/");
  });

  test("returns to the previous page, even after a switch of the tab", async () => {
    const debate = buildDebate({ status: "completed", currentTurn: 10 });
    fakeApi().respond({
      "GET /api/debates/7": [200, debate],
      "GET /api/debates/7/turns": [200, []],
      "POST /api/login": [200, USER],
    });
    const { user } = await renderAppPage(fakeApi(), "/auth?tab=register&next=%2Fdebate%2F7%23vote");
    await user.click(screen.getByRole("tab", { name: "Login" }));
    await user.type(screen.getByLabelText("Username"), "ada");
    await user.type(screen.getByLabelText("Password"), "secret{Enter}");
    const vote = await screen.findByRole("button", { name: "For, ChatGPT" });
    expect(window.location.pathname + window.location.hash).toBe("/debate/7#vote");
    await waitFor(() => expect(document.activeElement).toBe(vote));
  });

  test("keeps a typed username and email, but no password, when the tab changes", async () => {
    fakeApi().respond({});
    const { user } = await renderAppPage(fakeApi(), "/auth?tab=login");
    const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
    const to = (name: string) => user.click(screen.getByRole("tab", { name }));
    await user.type(screen.getByLabelText("Username"), "ada");
    await user.type(screen.getByLabelText("Password"), "secret1");
    await to("Register");
    expect([valueOf("Username"), valueOf("Email"), valueOf("Password")]).toEqual(["ada", "", ""]);
    await user.type(screen.getByLabelText("Username"), "_l");
    await user.type(screen.getByLabelText("Email"), "ada@example.org");
    await to("Login");
    expect([valueOf("Username"), valueOf("Password")]).toEqual(["ada_l", ""]);
    await to("Register");
    expect([valueOf("Username"), valueOf("Email")]).toEqual(["ada_l", "ada@example.org"]);
  });

  test("keeps the return address through the form for a forgotten password", async () => {
    fakeApi().respond({});
    const { user } = await renderAppPage(fakeApi(), "/auth?tab=login&next=%2Fdebate%2F7");
    const next = () => new URLSearchParams(window.location.search).get("next");
    await user.click(screen.getByRole("link", { name: "Forgot your password?" }));
    const backLink = await screen.findByRole("link", { name: "Back to login" });
    expect(next()).toBe("/debate/7");
    await user.click(backLink);
    await screen.findByRole("tab", { name: "Login" });
    expect(next()).toBe("/debate/7");
  });

  test("shows the server's message when the login fails", async () => {
    fakeApi().respond({ "POST /api/login": [401, REFUSED] });
    const { user } = await renderAppPage(fakeApi(), "/auth");
    await user.type(screen.getByLabelText("Username"), "ada");
    await user.type(screen.getByLabelText("Password"), "secret");
    await user.click(screen.getByRole("button", { name: "Login" }));
    expect(await screen.findByText("Login failed")).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText("Wrong username or password.")).toHaveLength(2));
    expect(screen.queryByText("Signed Out")).toBeNull();
  });

  test("shows a failed login at the password, with the focus, until the user types", async () => {
    fakeApi().respond({ "POST /api/login": [401, REFUSED] });
    const { user } = await renderAppPage(fakeApi(), "/auth");
    await user.type(screen.getByLabelText("Username"), "ada");
    await user.type(screen.getByLabelText("Password"), "secret");
    await user.click(screen.getByRole("button", { name: "Login" }));
    await waitFor(() => expect(errorOf("Password")).toBe("Wrong username or password."));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Password")));
    await user.type(screen.getByLabelText("Username"), "1");
    await waitFor(() => expect(errorOf("Password")).toBeUndefined());
  });
});

test("signing out moves the focus to the main content", async () => {
  fakeApi().respond({ "POST /api/logout": [204], "GET /api/user": [401, REFUSED] });
  const { user } = await renderAppPage(fakeApi(), "/info", { user: USER });
  // The page has a menu for wide and one for narrow screens, each with this button.
  for (const logout of screen.getAllByRole("button", { name: "Logout" }).slice(0, 1))
    await user.click(logout);
  await expectToast("Goodbye!", "You have been logged out.");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
});

describe("the registration form", () => {
  test("shows each field's error beside the field", async () => {
    fakeApi().respond({});
    const { user } = await renderAppPage(fakeApi(), "/auth?tab=register");
    await user.type(screen.getByLabelText("Username"), "ad");
    await user.type(screen.getByLabelText("Email"), "ada");
    await user.type(screen.getByLabelText("Password"), "short{Enter}");
    await waitFor(() => expect(errorOf("Username")).toBe("Username must be at least 3 characters"));
    expect(errorOf("Email")).toBe("Invalid email address");
    expect(errorOf("Password")).toBe("Password must be at least 6 characters");
    expect(screen.getByText(/at least 16 years old/)).toBeTruthy();
  });

  test("shows the server's error beside its field and focuses the field", async () => {
    const message = "This email address is taken.";
    fakeApi().respond({ "POST /api/register": [422, { message, fields: { email: message } }] });
    const { user } = await renderAppPage(fakeApi(), "/auth?tab=register");
    await user.type(screen.getByLabelText("Username"), "ada");
    await user.type(screen.getByLabelText("Email"), "ada@example.com");
    await user.type(screen.getByLabelText("Password"), "secret{Enter}");
    expect(await screen.findByText("Registration failed")).toBeTruthy();
    await waitFor(() => expect(errorOf("Email")).toBe(message));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Email")));
  });
});

describe("the form for a new debate", () => {
  afterEach(() => sessionStorage.clear());
  const open = (viewer = USER) =>
    renderAppPage(fakeApi(), "/", {
      user: viewer,
      queries: [[["/api/debates/my?perPage=12"], { rows: [], total: 0 }]],
    });

  test("tells a user without credits that a debate takes one", async () => {
    fakeApi().respond(LISTS);
    await open({ ...USER, credits: 0 });
    expect(screen.getByText(/^You need at least 1 credit to start a debate\./)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Get credits" }).getAttribute("href")).toBe("/credits");
  });

  test("shows the switches for visibility and sharing without opening a menu", async () => {
    fakeApi().respond(LISTS);
    await open();
    for (const name of ["Public", "Sharing"]) {
      const choice = screen.getByRole<HTMLInputElement>("checkbox", { name });
      expect(choice.checked).toBe(true);
      expect(choice.closest("details, dialog, [popover], [hidden]")).toBeNull();
    }
  });

  test("has a link to the credits page in place of its button for a user without credits", async () => {
    fakeApi().respond(LISTS);
    await open({ ...USER, credits: 0 });
    expect(screen.queryByRole("button", { name: /Start Debate/ })).toBeNull();
    expect(screen.getAllByRole("link", { name: "Get credits" })).toHaveLength(1);
  });

  test("keeps its topic through a reload for the same user until the debate is created", async () => {
    fakeApi().respond(LISTS);
    const topic = () => screen.getByLabelText<HTMLTextAreaElement>("Topic").value;
    const { user } = await open();
    await user.type(screen.getByLabelText("Topic"), "Tea: or coffee?");
    cleanup();
    await open({ ...USER, id: USER.id + 1 });
    expect(topic()).toBe("");
    cleanup();
    const { user: again } = await open();
    await waitFor(() => expect(topic()).toBe("Tea: or coffee?"));
    const pendingDebate = buildDebate({ status: "pending", userId: USER.id });
    fakeApi().respond({
      ...LISTS,
      "POST /api/debates": [201, pendingDebate],
      "GET /api/user": [200, USER],
      "GET /api/debates/7": [200, pendingDebate],
      "GET /api/debates/7/turns": [200, []],
    });
    await again.click(screen.getByRole("button", { name: /Start Debate/ }));
    await waitFor(() => expect(location.pathname).toBe("/debate/7"));
    fakeApi().respond(LISTS);
    cleanup();
    await open();
    expect(topic()).toBe("");
  });

  test("shows the language that is detected while the user types", async () => {
    const topics: unknown[] = [];
    fakeApi().respond({
      ...LISTS,
      "POST /api/debates/language": ({ body }) => {
        topics.push(body);
        return [200, { language: "es" }];
      },
      "POST /api/debates": [402, { message: "No." }],
    });
    const { user } = await open();
    await user.type(screen.getByLabelText("Topic"), "Los");
    const field = await screen.findByLabelText<HTMLSelectElement>("Language");
    const shown = () => field.selectedOptions[0]?.textContent;
    expect(shown()).toBe("Any language");
    await user.type(screen.getByLabelText("Topic"), " toros deben prohibirse");
    await waitFor(() => expect(shown()).toBe("Spanish (auto)"));
    await waitFor(() => expect(screen.getByLabelText("Topic").lang).toBe("es"));
    await waitFor(() => expect(topics.at(-1)).toEqual({ topic: "Los toros deben prohibirse" }));
    expect(topics).not.toContainEqual({ topic: "Los" });
    await user.click(screen.getByRole("button", { name: /Start Debate/ }));
    await screen.findByText("No.");
    const sent = fakeApi().requests.find(({ method }) => method === "POST")?.body;
    expect(sent).not.toHaveProperty("language");
  });

  test("starts the debate in the language that the user chooses", async () => {
    fakeApi().respond({ ...LISTS, "POST /api/debates": [402, { message: "No." }] });
    const { user } = await open();
    await user.type(screen.getByLabelText("Topic"), "Should cities ban cars?");
    const field = await screen.findByLabelText<HTMLSelectElement>("Language");
    const names = Array.from(field.options, ({ text }) => text);
    expect(names.slice(0, 4)).toEqual(["Any language", "English", "Spanish", "German"]);
    expect(names.slice(11)).toEqual(names.slice(11).toSorted((a, b) => a.localeCompare(b, "en")));
    await user.selectOptions(field, "Hebrew");
    expect(screen.getByLabelText("Topic").lang).toBe("he");
    await user.click(screen.getByRole("button", { name: /Start Debate/ }));
    await screen.findByText("No.");
    const sent = fakeApi().requests.find(({ method }) => method === "POST")?.body;
    expect(sent).toMatchObject({ language: "he" });
    await user.selectOptions(field, "");
    expect(field.value).toBe("");
    expect(screen.getByLabelText("Topic").lang).toBe("");
  });

  test("suggests topics, which never replace the user's own words", async () => {
    fakeApi().respond(LISTS);
    const { user } = await open();
    const topic = screen.getByLabelText<HTMLTextAreaElement>("Topic");
    const ideaButton = screen.getByRole("button", { name: "Topic idea" });
    const ideas: string[] = [];
    for (let press = 0; press < 5; press++) {
      await user.click(ideaButton);
      expect(topic.value).toMatch(/\?$/);
      expect(topic.value).not.toBe(ideas.at(-1));
      ideas.push(topic.value);
    }
    await user.clear(topic);
    await user.type(topic, "Tea or coffee?");
    await user.click(ideaButton);
    expect(topic.value).toBe("Tea or coffee?");
  });

  test("chooses a different opponent with one press, never the speaker", async () => {
    fakeApi().respond(LISTS);
    const { user } = await open();
    const against = within(screen.getByRole("group", { name: "Against" }));
    const chosen = () => against.getByRole<HTMLInputElement>("radio", { checked: true }).value;
    const before = chosen();
    const opponents: string[] = [];
    for (let press = 0; press < 3; press++) {
      await user.click(screen.getByRole("button", { name: "Different opponent" }));
      opponents.push(chosen());
    }
    const [first, second, third] = opponents;
    expect([first, second]).not.toContain(before);
    expect(second).not.toBe(first);
    expect(third).toBe(first);
  });

  test("does not mention credits to a user who has one", async () => {
    fakeApi().respond(LISTS);
    await open({ ...USER, credits: 1 });
    expect(screen.queryByText(/at least 1 credit/)).toBeNull();
  });

  test("requires a topic of at least 5 characters", async () => {
    fakeApi().respond(LISTS);
    const { user } = await open();
    await user.type(screen.getByLabelText("Topic"), "Cars");
    await user.click(screen.getByRole("button", { name: /Start Debate/ }));
    await waitFor(() => expect(errorOf("Topic")).toBe("Topic must be at least 5 characters"));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Topic")));
    expect(fakeApi().requests.filter(({ method }) => method === "POST")).toEqual([]);
  });

  test("counts the topic's characters when few are left", async () => {
    fakeApi().respond(LISTS);
    const { user } = await open();
    const topic = screen.getByLabelText("Topic");
    await user.click(topic);
    await user.paste("🎉".repeat(249));
    expect(screen.queryByText(/ of 300/)).toBeNull();
    await user.type(topic, "a");
    expect(await screen.findByText(/250 of 300/)).toBeTruthy();
  });

  test("shows the judge that follows from the chosen speakers", async () => {
    fakeApi().respond(LISTS);
    const { user } = await open();
    expect(screen.getByText(/^Judge:/).textContent).toContain("Grok");
    const [against] = screen.getAllByRole("radio", { name: "Grok" }).slice(1);
    if (against) await user.click(against);
    expect(screen.getByText(/^Judge:/).textContent).toContain("Claude");
  });

  test("disables sharing for a private debate", async () => {
    fakeApi().respond({ ...LISTS, "POST /api/debates": [402, { message: "No." }] });
    const { user } = await open();
    await user.type(screen.getByLabelText("Topic"), "Should cities ban cars?");
    await user.click(screen.getByLabelText(/^Public/));
    expect(screen.getByText("Only you can see it.")).toBeTruthy();
    expect(isButtonDisabled(screen.getByLabelText(/^Sharing/))).toBe(true);
    await user.click(screen.getByRole("button", { name: /Start Debate/ }));
    await screen.findByText("No.");
    const body = { isPublic: false, shareEnabled: false };
    expect(fakeApi().requests.find(({ method }) => method === "POST")?.body).toMatchObject(body);
    await user.click(screen.getByLabelText(/^Public/));
    expect(screen.getByLabelText<HTMLInputElement>(/^Sharing/).checked).toBe(true);
  });

  test("creates a debate of 10 turns, shows a toast and opens the debate", async () => {
    const debate = buildDebate({ status: "pending", userId: USER.id });
    fakeApi().respond({
      ...LISTS,
      "POST /api/debates": [201, debate],
      "GET /api/user": [200, USER],
      "GET /api/debates/7": [200, debate],
      "GET /api/debates/7/turns": [200, []],
    });
    const texts: string[] = [];
    const unsubscribe = useToasts.subscribe(
      ({ current, isOpen }) =>
        void (isOpen && current && texts.push(`${current.title}: ${current.description}`)),
    );
    const { user } = await open();
    await user.type(screen.getByLabelText("Topic"), "Should cities ban cars?");
    await user.click(screen.getByRole("button", { name: /Start Debate/ }));
    await waitFor(() => expect(window.location.pathname).toBe("/debate/7"));
    await screen.findByRole("button", { name: "Next Turn" });
    unsubscribe();
    expect(texts).toContain("Debate created: Redirecting to debate page...");
    // The toast says "Redirecting", so it must not stay after the redirect.
    await waitFor(() => expect(useToasts.getState().isOpen).toBe(false));
    expect(fakeApi().requests.find(({ method }) => method === "POST")?.body).toEqual({
      topic: "Should cities ban cars?",
      maxTurns: 10,
      botAProvider: "openai",
      botBProvider: "openai",
      botAStance: "for",
      botBStance: "against",
      format: "standard",
      shareEnabled: true,
      isPublic: true,
      onlyOwnerSteps: false,
    });
  });

  test("repeats an unanswered request with the same idempotency key while the topic is the same", async () => {
    let lostRequests = 0;
    fakeApi().respond({
      ...LISTS,
      "POST /api/debates": () => [500, { message: `Lost ${++lostRequests}.` }],
    });
    const { user } = await open();
    const topics = ["Tea or coffee?", "Tea or water?", "Tea or coffee?", "Tea or coffee?"];
    for (const [n, topic] of topics.entries()) {
      await user.clear(screen.getByLabelText("Topic"));
      await user.type(screen.getByLabelText("Topic"), topic);
      await user.click(screen.getByRole("button", { name: /Start Debate/ }));
      await screen.findByText(`Lost ${n + 1}.`);
    }
    const posts = fakeApi().requests.filter(({ method }) => method === "POST");
    const [coffee, water, ...again] = posts.map(({ key }) => key);
    expect(again).toEqual([coffee, coffee]);
    expect(coffee).toMatch(/^[0-9a-z]+(-[0-9a-z]+){3}$/);
    expect(water).toMatch(/^[0-9a-z]+(-[0-9a-z]+){3}$/);
    expect(water).not.toBe(coffee);
  });

  test("shows the server's message when credits are missing", async () => {
    const message = "You need at least 1 credit to start a debate.";
    fakeApi().respond({ ...LISTS, "POST /api/debates": [402, { message }] });
    const { user } = await open();
    await user.type(screen.getByLabelText("Topic"), "Should cities ban cars?");
    await user.click(screen.getByRole("button", { name: /Start Debate/ }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByText("Error")).toBeTruthy();
  });
});
