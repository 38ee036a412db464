/** @jest-environment ./tests/web/browser.cjs */
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import type { ListedDebate } from "#shared/contract/debates/debate.ts";
import type { PageData } from "#shared/contract/page.ts";
import { buildListedDebate, buildLiveDebate, USER } from "./fixtures.ts";
import { renderAppPage, useFakeApi } from "./page-harness.tsx";

const fakeApi = useFakeApi();

const FIRST = "/api/debates/public?perPage=12";
const debatesAbout = (topic: string) => [buildListedDebate({ topic })];
const open = (
  path: string,
  key: string,
  total: number,
  viewer: PageData["user"] = USER,
  rows = debatesAbout("Is tea better?"),
) => renderAppPage(fakeApi(), path, { user: viewer, queries: [[[key], { rows, total }]] });

const address = () => window.location.pathname + window.location.search;

describe("the list of public debates", () => {
  test("is searched while the user types, and the address contains the search", async () => {
    const { user } = await open("/debates/public", FIRST, 1);
    fakeApi().respond({
      "GET /api/debates/public?q=tea&perPage=12": [200, debatesAbout("Is green tea tea?")],
    });
    // Pastes the text. If it were typed, the debounce could end between two letters on a slow
    // machine.
    await user.click(screen.getByRole("searchbox"));
    await user.paste("tea");
    await screen.findByText("Is green tea tea?");
    expect(address()).toBe("/debates/public?q=tea");
    const lists = fakeApi().requests.filter(({ path }) => path.startsWith("/api/debates/public"));
    expect(lists).toHaveLength(1);
  });

  test("keeps the previous message until the answer to a new search arrives", async () => {
    const { user } = await open("/debates/public", FIRST, 0, USER, []);
    expect(screen.getByText("No public debates yet.")).toBeTruthy();
    let send = () => {};
    const responseSent = new Promise<void>((resolve) => {
      send = resolve;
    });
    fakeApi().respond({
      "GET /api/debates/public?q=tea&perPage=12": async () => {
        await responseSent;
        return [200, []];
      },
    });
    await user.click(screen.getByRole("searchbox"));
    await user.paste("tea");
    await waitFor(() => expect(window.location.search).toBe("?q=tea"));
    expect(screen.getByText("No public debates yet.")).toBeTruthy();
    send();
    expect(await screen.findByText("No debates match “tea”.")).toBeTruthy();
  });

  test("is sorted by a link, which keeps the search and returns to the first page", async () => {
    const at = "/debates/public?q=tea&page=2";
    const { user } = await open(at, "/api/debates/public?q=tea&page=2&perPage=12", 30);
    const sorted = "/api/debates/public?sort=voted&q=tea&perPage=12";
    fakeApi().respond({ [`GET ${sorted}`]: [200, debatesAbout("The most voted")] });
    await user.click(screen.getByRole("link", { name: "Most voted" }));
    await screen.findByText("The most voted");
    expect(address()).toBe("/debates/public?sort=voted&q=tea");
  });

  test("is filtered by format from the first page, and a link clears the filter", async () => {
    const at = "/debates/public?q=tea&page=2";
    const { user } = await open(at, "/api/debates/public?q=tea&page=2&perPage=12", 30);
    expect(screen.queryByRole("link", { name: "Clear filters" })).toBeNull();
    const narrowed = "/api/debates/public?q=tea&format=roast&perPage=12";
    const wide = "/api/debates/public?q=tea&perPage=12";
    fakeApi().respond({
      [`GET ${narrowed}`]: [200, debatesAbout("A roast of tea")],
      [`GET ${wide}`]: [200, debatesAbout("Any tea")],
    });
    await user.selectOptions(screen.getByRole("combobox", { name: "Format" }), "Roast");
    await screen.findByText("A roast of tea");
    expect(address()).toBe("/debates/public?q=tea&format=roast");
    await user.click(screen.getByRole("link", { name: "Clear filters" }));
    await screen.findByText("Any tea");
    expect(address()).toBe("/debates/public?q=tea");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("search")));
  });

  test("is filtered by the languages that occur, which are loaded after the page", async () => {
    const japanese = "/api/debates/public?language=ja&perPage=12";
    fakeApi().respond({
      [`GET ${japanese}`]: [200, debatesAbout("お茶はコーヒーより良いか")],
      "GET /api/debates/languages": [200, ["ja", "en"]],
    });
    const key = "/api/debates/public?language=th&perPage=12";
    const { user } = await open("/debates/public?language=th", key, 30);
    const language = screen.getByRole("combobox", { name: "Language" });
    expect(language).toHaveProperty("value", "th");
    await within(language).findByRole("option", { name: "Japanese" });
    const names = within(language)
      .getAllByRole("option")
      .map((option) => option.textContent);
    expect(names).toEqual(["Any language", "English", "Japanese", "Thai"]);
    await user.selectOptions(language, "Japanese");
    await screen.findByText("お茶はコーヒーより良いか");
    expect(address()).toBe("/debates/public?language=ja");
  });

  test("lists a debate once that is live and in the list", async () => {
    const listed = [buildListedDebate(), buildListedDebate({ id: 8, topic: "Is this one over?" })];
    await renderAppPage(fakeApi(), "/debates/public", {
      queries: [
        [["/api/debates/public?perPage=12"], { rows: listed, total: 2 }],
        [["/api/debates/live"], [buildLiveDebate({ words: null })]],
      ],
    });
    expect(screen.getByText("Is this one over?")).toBeTruthy();
    expect(screen.getAllByRole("link", { name: "Should cities ban cars?" })).toHaveLength(1);
  });

  test("shows live debates first with their pushed words, except during a search", async () => {
    const live = "/api/debates/live";
    const queries: PageData["queries"] = [
      [[FIRST], { rows: debatesAbout("Is tea better?"), total: 1 }],
      [[live], [buildLiveDebate({ topic: "Is it going on?", words: null })]],
    ];
    const { user } = await renderAppPage(fakeApi(), "/debates/public", { user: USER, queries });
    expect(screen.getByRole("heading", { name: "Live now" })).toBeTruthy();
    expect(screen.getByText("Live, turn 3 of 10")).toBeTruthy();
    const words = { text: "Streets were there first.", end: 25 };
    await waitFor(() => {
      fakeApi().io.emit("debates:live", { debates: [buildLiveDebate({ words })] });
      expect(screen.getByText(words.text)).toBeTruthy();
    });
    fakeApi().io.emit("debates:live", { debates: [] });
    await screen.findByText("Ended", { selector: "article *" });
    fakeApi().respond({ "GET /api/debates/public?q=tea&perPage=12": [200, []] });
    await user.click(screen.getByRole("searchbox"));
    await user.paste("tea");
    await waitFor(() => expect(screen.queryByText("Live now")).toBeNull());
  });

  test("labels a completed debate that is still broadcast with audio still playing", async () => {
    const queries: PageData["queries"] = [
      [[FIRST], { rows: [], total: 0 }],
      [["/api/debates/live"], [buildLiveDebate({ status: "completed", isSpeaking: false })]],
    ];
    await renderAppPage(fakeApi(), "/debates/public", { user: USER, queries });
    const card = screen.getByRole("article", { name: "Should cities ban cars?" });
    expect(card.textContent).toMatch(/^On air again/);
    expect(card.textContent).not.toContain("Live");
  });

  test.each([
    ["a member at the start of a turn", USER, { turnNumber: 5 }, "Thinking…"],
    ["a member between two turns", USER, { isSpeaking: false }, "Waiting for the next turn."],
    ["a visitor after turn 4", null, { turnNumber: 5 }, "Past turn 4. Sign up to read along."],
  ])("tells %s why there are no words", async (_who, viewer, change, words) => {
    const queries: PageData["queries"] = [
      [[FIRST], { rows: [], total: 0 }],
      [["/api/debates/live"], [buildLiveDebate({ words: null, ...change })]],
    ];
    await renderAppPage(fakeApi(), "/debates/public", { user: viewer, queries });
    expect(screen.getByText(words)).toBeTruthy();
  });

  test.each<[what: string, change: Partial<ListedDebate>, words: RegExp]>([
    ["is completed", { status: "completed", currentTurn: 10 }, /^last year|years ago · 10 turns$/],
    ["is paused", { currentTurn: 3 }, /^Paused, .+ ago · 3 of 10 turns$|^Paused, last year/],
    ["has not begun", { status: "pending", line: null }, /^Not started, /],
    ["is live", { isLive: true, currentTurn: 3 }, /^Live, turn 4 of 10$/],
    [
      "is still broadcast after its end",
      { isLive: true, status: "completed", currentTurn: 10 },
      /^On air again$/,
    ],
  ])("shows the time and progress of a debate that %s", async (_what, change, words) => {
    await open("/debates/public", FIRST, 1, USER, [buildListedDebate(change)]);
    const card = screen.getByRole("article", { name: "Should cities ban cars?" });
    const [standing] = card.querySelectorAll("div > span");
    expect(standing?.textContent).toMatch(words);
    const line =
      change.status === "pending"
        ? "Ready when you are.Start the debate"
        : "For: “Cities are for people.”";
    expect(card.textContent).toContain(line);
  });

  test.each([
    ["a visitor", null],
    ["a member, if only the owner starts turns", { ...USER, id: 99 }],
  ])("names the owner who can start a debate to %s", async (_who, viewer) => {
    const debate = buildListedDebate({
      status: "pending",
      currentTurn: 0,
      line: null,
      onlyOwnerSteps: true,
    });
    await open("/debates/public", FIRST, 1, viewer, [debate]);
    const card = screen.getByRole("article", { name: "Should cities ban cars?" });
    expect(card.textContent).toContain(`Waiting for ${debate.owner.username} to start.`);
    expect(within(card).getAllByRole("link")).toHaveLength(1);
  });

  test("links to a debate that the viewer can start", async () => {
    const debate = buildListedDebate({ status: "pending", currentTurn: 0, line: null });
    await open("/debates/public", FIRST, 1, USER, [debate]);
    const link = screen.getByRole("link", { name: "Start the debate" });
    expect(link.getAttribute("href")).toBe(`/debate/${debate.id}`);
  });

  test("does not offer to start a debate whose first speeches are hidden", async () => {
    await open("/debates/public", FIRST, 1, USER, [
      buildListedDebate({ currentTurn: 1, line: null }),
    ]);
    expect(screen.getByText("The first speeches are hidden.")).toBeTruthy();
    expect(screen.queryByText("Start the debate")).toBeNull();
  });

  test("shows members the winner, with the winner's score first", async () => {
    const scores = { botA: 6.5, botB: 7, reasoning: "" };
    await open("/debates/public", FIRST, 1, USER, [
      buildListedDebate({ status: "completed", currentTurn: 10, scores }),
    ]);
    expect(screen.getByText("Against won, 7.0 – 6.5")).toBeTruthy();
  });

  test("has as many pages as its total requires", async () => {
    const { user } = await open("/debates/public", FIRST, 25);
    expect(screen.getByText("Page 1 of 3")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Previous" })).toBeNull();
    const second = debatesAbout("The thirteenth");
    fakeApi().respond({
      "GET /api/debates/public?page=2&perPage=12": [200, second, { "X-Total-Count": "25" }],
    });
    await user.click(screen.getByRole("link", { name: "Next" }));
    await screen.findByText("The thirteenth");
    expect(address()).toBe("/debates/public?page=2");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("25 debates"));
  });

  test("redirects a page number that is too high to the last page", async () => {
    fakeApi().respond({});
    await open("/debates/public?page=99", "/api/debates/public?page=99&perPage=12", 25, USER, []);
    await waitFor(() => expect(address()).toBe("/debates/public?page=3"));
    await waitFor(() => expect(screen.queryByText(/^Page 99/)).toBeNull());
  });

  test("invites only visitors to join", async () => {
    const { unmount } = await open("/debates/public", FIRST, 10, null);
    expect(screen.getByText("Join the Debate Revolution")).toBeTruthy();
    unmount();
    await open("/debates/public", FIRST, 10);
    expect(screen.queryByText("Join the Debate Revolution")).toBeNull();
  });

  test("tells visitors about further debates only when the list is full", async () => {
    const fullPage = Array.from({ length: 10 }, (_, i) => buildListedDebate({ id: 1 + i }));
    const { unmount } = await open("/debates/public", FIRST, 10, null, fullPage);
    expect(screen.getByText(/^These are the first 10 debates\./)).toBeTruthy();
    expect(screen.getByText("The first 10 debates")).toBeTruthy();
    unmount();
    await open("/debates/public", FIRST, 9, null, fullPage.slice(1));
    expect(screen.getByText("9 debates")).toBeTruthy();
    expect(screen.getByText("Sign up to see the scores.")).toBeTruthy();
  });
});

describe("the list of the user's own debates", () => {
  const MINE = "/api/debates/my?perPage=12";
  const ownDebate = buildListedDebate({ userId: USER.id, topic: "Is this mine?" });
  const openOwnDebates = (path: string, key: string, rows = [ownDebate], total = rows.length) =>
    renderAppPage(fakeApi(), path, { user: USER, queries: [[[key], { rows, total }]] });

  test("keeps its search and page in the address of the home page", async () => {
    const { user } = await openOwnDebates("/", MINE, [ownDebate], 13);
    fakeApi().respond({
      "GET /api/debates/my?q=tea&perPage=12": [200, [buildListedDebate({ topic: "My tea" })]],
    });
    expect(screen.getByRole("link", { name: "Next" }).getAttribute("href")).toBe("/?page=2");
    await user.click(screen.getByRole("searchbox"));
    await user.paste("tea");
    await screen.findByText("My tea");
    expect(address()).toBe("/?q=tea");
  });

  test("is reloaded for the user who signed in in another tab", async () => {
    fakeApi().respond({
      "GET /api/user": [200, { ...USER, id: 3, username: "grace" }],
      [`GET ${MINE}`]: [200, [buildListedDebate({ userId: 3, topic: "Is this hers?" })]],
    });
    await openOwnDebates("/", MINE);
    await screen.findByText("Is this hers?");
    expect(screen.queryByText("Is this mine?")).toBeNull();
  });

  test("says that it is empty, or that no debate matches", async () => {
    const { unmount } = await openOwnDebates("/", MINE, []);
    expect(screen.getByText("You haven't created any debates yet.")).toBeTruthy();
    const start = screen.getByRole("link", { name: "Start a debate" });
    expect(start.getAttribute("href")).toBe("/#topic");
    expect(screen.queryByRole("searchbox")).toBeNull();
    unmount();
    await openOwnDebates("/?status=paused", "/api/debates/my?status=paused&perPage=12", []);
    expect(screen.getByText("No matches.")).toBeTruthy();
    const all = screen.getByRole("link", { name: "Show all debates" });
    expect(all.getAttribute("href")).toBe("/");
    expect(screen.getByRole("searchbox")).toBeTruthy();
  });

  test("changes a debate's visibility and deletes the debate from its card", async () => {
    const { user } = await openOwnDebates("/", MINE);
    const hidden = { ...ownDebate, isPublic: false, shareEnabled: false };
    fakeApi().respond({
      "PATCH /api/debates/7": [200, hidden],
      [`GET ${MINE}`]: [200, [hidden], { "X-Total-Count": "1" }],
    });
    await user.click(screen.getByRole("button", { name: "Settings" }));
    const settings = within(await screen.findByRole("dialog"));
    await user.click(settings.getByRole("checkbox", { name: /^Public/ }));
    await screen.findByLabelText("Private");
    const changed = fakeApi().requests.find(({ method }) => method === "PATCH");
    expect(changed?.body).toEqual({ isPublic: false });
    fakeApi().respond({
      "DELETE /api/debates/7": [204],
      [`GET ${MINE}`]: [200, [], { "X-Total-Count": "0" }],
    });
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect(screen.getByText("“Is this mine?”")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Delete debate" }));
    await screen.findByText("You haven't created any debates yet.");
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
    cleanup();
    await renderAppPage(fakeApi(), "/debate/7", {
      user: USER,
      queries: [[["/api/debates/7"], null]],
    });
    expect(screen.getByRole("heading", { name: "Debate not found" })).toBeTruthy();
  });
});
