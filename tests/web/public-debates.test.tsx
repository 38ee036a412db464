/** @jest-environment ./tests/web/browser.cjs */
import { screen, waitFor } from "@testing-library/react";
import type { PageData } from "#shared/contract/page.ts";
import { aListed, user } from "./examples.ts";
import { openPage, startSite } from "./open-page.tsx";

const site = startSite();

const FIRST = "/api/debates/public?perPage=12";
const debatesAbout = (topic: string) => [aListed({ topic })];
const open = (
  path: string,
  key: string,
  total: number,
  viewer: PageData["user"] = user,
  rows = debatesAbout("Is tea better?"),
) => openPage(site(), path, { user: viewer, queries: [[[key], { rows, total }]] });

const address = () => window.location.pathname + window.location.search;

describe("the list of public debates", () => {
  test("is searched while typing, and the address says so", async () => {
    const { hand } = await open("/debates/public", FIRST, 1);
    site().answer({
      "GET /api/debates/public?q=tea&perPage=12": [200, debatesAbout("Is green tea tea?")],
    });
    // In one go: a machine that is slow enough would pause between two letters.
    await hand.click(screen.getByRole("searchbox"));
    await hand.paste("tea");
    await screen.findByText("Is green tea tea?");
    expect(address()).toBe("/debates/public?q=tea");
    const lists = site().asked.filter(({ path }) => path.startsWith("/api/debates/public"));
    expect(lists).toHaveLength(1);
  });

  test("says nothing of new words until their answer is there", async () => {
    const { hand } = await open("/debates/public", FIRST, 0, user, []);
    expect(screen.getByText("No public debates yet.")).toBeTruthy();
    let send = () => {};
    const gone = new Promise<void>((resolve) => {
      send = resolve;
    });
    site().answer({
      "GET /api/debates/public?q=tea&perPage=12": async () => {
        await gone;
        return [200, []];
      },
    });
    await hand.click(screen.getByRole("searchbox"));
    await hand.paste("tea");
    await waitFor(() => expect(window.location.search).toBe("?q=tea"));
    expect(screen.getByText("No public debates yet.")).toBeTruthy();
    send();
    expect(await screen.findByText("No debate that has begun is about “tea”.")).toBeTruthy();
  });

  test("is sorted by a link, which keeps the search and starts at the first page", async () => {
    const at = "/debates/public?q=tea&page=2";
    const { hand } = await open(at, "/api/debates/public?q=tea&page=2&perPage=12", 30);
    const sorted = "/api/debates/public?sort=voted&q=tea&perPage=12";
    site().answer({ [`GET ${sorted}`]: [200, debatesAbout("The most voted")] });
    await hand.click(screen.getByRole("link", { name: "Most voted" }));
    await screen.findByText("The most voted");
    expect(address()).toBe("/debates/public?sort=voted&q=tea");
  });

  test("is leafed through by its total", async () => {
    const { hand } = await open("/debates/public", FIRST, 25);
    expect(screen.getByText("Page 1 of 3")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Previous" })).toBeNull();
    const second = debatesAbout("The thirteenth");
    site().answer({
      "GET /api/debates/public?page=2&perPage=12": [200, second, { "X-Total-Count": "25" }],
    });
    await hand.click(screen.getByRole("link", { name: "Next" }));
    await screen.findByText("The thirteenth");
    expect(address()).toBe("/debates/public?page=2");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("25 debates"));
  });

  test("shows its last page instead of one after it", async () => {
    site().answer({});
    await open("/debates/public?page=99", "/api/debates/public?page=99&perPage=12", 25, user, []);
    await waitFor(() => expect(address()).toBe("/debates/public?page=3"));
    await waitFor(() => expect(screen.queryByText(/^Page 99/)).toBeNull());
  });

  test("asks visitors to join, and nobody else", async () => {
    const { unmount } = await open("/debates/public", FIRST, 10, null);
    expect(screen.getByText("Join the Debate Revolution")).toBeTruthy();
    unmount();
    await open("/debates/public", FIRST, 10);
    expect(screen.queryByText("Join the Debate Revolution")).toBeNull();
  });

  test("tells visitors that there may be more only where it is full", async () => {
    const full = Array.from({ length: 10 }, (_, i) => aListed({ id: 1 + i }));
    const { unmount } = await open("/debates/public", FIRST, 10, null, full);
    expect(screen.getByText(/^You see the first 10 debates\./)).toBeTruthy();
    expect(screen.getByText("The first 10 debates")).toBeTruthy();
    unmount();
    await open("/debates/public", FIRST, 9, null, full.slice(1));
    expect(screen.getByText("9 debates")).toBeTruthy();
    expect(screen.getByText("Sign up and see the scores.")).toBeTruthy();
  });
});
