/** @jest-environment ./tests/web/browser.cjs */
import { focusManager } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import { buildDebate, buildLiveDebate } from "./fixtures.ts";
import { renderAppPage, useFakeApi } from "./page-harness.tsx";

const fakeApi = useFakeApi();

const address = () => window.location.pathname + window.location.search;

describe("an alias opened inside the app", () => {
  test.each([
    ["/about?tab=1", "/info?tab=1", "About Chatbot Debate"],
    ["/debates?q=tea&sort=newest", "/debates/public?q=tea&sort=newest", "Public debates"],
  ])("%s leads to %s", async (alias, page, heading) => {
    fakeApi().respond({
      "GET /api/debates/public?sort=newest&q=tea&perPage=12": [200, []],
    });
    await renderAppPage(fakeApi(), alias);
    await screen.findByRole("heading", { level: 1, name: heading });
    await waitFor(() => expect(address()).toBe(page));
  });
});

describe("the live page", () => {
  test.each([
    ["active", "Turn 3 of 10"],
    ["completed", "On air again"],
  ] as const)('labels a debate that is %s as "%s"', async (status, label) => {
    const spoken = { debate: buildDebate({ status }), turnNumber: 3, watchers: 2, listeners: 1 };
    await renderAppPage(fakeApi(), "/live", { queries: [[["/api/debates/spoken"], [spoken]]] });
    const card = within(screen.getByRole("listitem"));
    expect(card.getByText(label)).toBeTruthy();
    expect(card.getByText("2 watching")).toBeTruthy();
  });
});

describe("the live page of a visitor", () => {
  // A page in the background does not poll, so only the event causes a request.
  beforeEach(() => focusManager.setFocused(false));
  afterEach(() => focusManager.setFocused(undefined));

  test("requests the list again when another turn or debate begins", async () => {
    const spoken = (turnNumber: number) => [
      { debate: buildDebate(), turnNumber, watchers: 2, listeners: 1 },
    ];
    await renderAppPage(fakeApi(), "/live", { queries: [[["/api/debates/spoken"], spoken(3)]] });
    fakeApi().respond({ "GET /api/debates/spoken": [200, spoken(4)] });
    let turnNumber = 3;
    await waitFor(() => {
      // Repeats the event, because the page may not be connected yet.
      turnNumber += 1;
      fakeApi().io.emit("debates:live", { debates: [buildLiveDebate({ turnNumber })] });
      expect(screen.getByText("Turn 4 of 10")).toBeTruthy();
    });
  });
});

describe("the live page without a live debate", () => {
  test("leads to a new debate", async () => {
    await renderAppPage(fakeApi(), "/live", { queries: [[["/api/debates/spoken"], []]] });
    await screen.findByText("No live debates right now.");
    const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect(hrefOf("Start a debate")).toBe("/#topic");
  });
});
