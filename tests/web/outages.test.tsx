/** @jest-environment ./tests/web/browser.cjs */
import { screen, waitFor } from "@testing-library/react";
import type { PublicConfig } from "#shared/contract/config.ts";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import type { ServerEvents } from "#shared/contract/events.ts";
import type { User } from "#shared/contract/accounts/account.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { getLiveSocket } from "#web/lib/socket/live-socket.ts";
import { buildDebate, buildTurn, CONFIG, USER } from "./fixtures.ts";
import { renderAppPage, useFakeApi } from "./page-harness.tsx";

const fakeApi = useFakeApi();
// Closes the connection, so that each page starts with a new one.
afterEach(async () => {
  getLiveSocket(null).disconnect();
  await waitFor(() => {
    if (fakeApi().io.of("/").sockets.size > 0) throw new Error("still connected");
  });
});

const createConfig = (...unavailable: Provider[]): PublicConfig => ({
  ...CONFIG,
  providers: CONFIG.providers.map((each) => ({
    ...each,
    answering: !unavailable.includes(each.id),
  })),
});
const GROK = "Grok is not answering. Try again in a minute.";
const CLAUDE_AWAITED = "Claude is not answering. Its turn starts as soon as it is back.";
const CLAUDE = "Claude is not answering. Try again in a minute.";
const isConnected = () => waitFor(() => expect(fakeApi().io.of("/").sockets.size).toBe(1));
const emitUnavailable = (...unavailable: Provider[]) =>
  fakeApi().io.emit("providers:updated", { unavailable, silent: [] });
const emitAsPreviousVersion = (...unavailable: Provider[]) => {
  const event: object = { silent: unavailable };
  fakeApi().io.emit("providers:updated", event as Parameters<ServerEvents["providers:updated"]>[0]);
};

describe("the form for a new debate", () => {
  const openForm = (now: PublicConfig, asked = now, path = "/") => {
    fakeApi().respond({
      "GET /api/debates/my?perPage=12": [200, []],
      "GET /api/user": [200, USER],
      "GET /api/config": [200, asked],
    });
    const queries: [[string], unknown][] = [
      [["/api/debates/my?perPage=12"], { rows: [], total: 0 }],
    ];
    return renderAppPage(fakeApi(), path, { config: now, user: USER, queries });
  };
  const choose = (label: string) => {
    const [first] = screen.getAllByRole("radio", { name: label });
    if (!first) throw new Error(`${label} is no choice`);
    return first;
  };

  test("warns when the chosen chatbot does not answer", async () => {
    const { user } = await openForm(createConfig("grok"));
    expect(screen.queryByText(GROK)).toBeNull();
    await user.click(choose("Grok"));
    expect(await screen.findByText(GROK)).toBeTruthy();
    await user.click(choose("Claude"));
    await waitFor(() => expect(screen.queryByText(GROK)).toBeNull());
  });

  test.each([
    ["", emitUnavailable],
    [" by a server of the previous version", emitAsPreviousVersion],
  ])("follows outages and recoveries pushed%s while it is open", async (_by, push) => {
    const { user } = await openForm(CONFIG);
    await user.click(choose("Grok"));
    await isConnected();
    push("grok", "openai");
    const bothText = "ChatGPT and Grok are not answering. Try again in a minute.";
    expect(await screen.findByText(bothText)).toBeTruthy();
    push();
    await waitFor(() => expect(screen.queryByText(bothText)).toBeNull());
  });

  test("asks for the current state when the page loaded with an outage", async () => {
    const { user } = await openForm(createConfig("grok"), CONFIG);
    await user.click(choose("Grok"));
    await waitFor(() => expect(screen.queryByText(GROK)).toBeNull());
    expect(fakeApi().requests.filter(({ path }) => path === "/api/config")).toHaveLength(1);
  });

  test("asks for the current state when it is opened within the app", async () => {
    const { user } = await openForm(createConfig("openai"), CONFIG, "/info");
    await isConnected();
    const [home] = screen.getAllByRole("link", { name: /Chatbot Debate/ });
    if (home) await user.click(home);
    await screen.findByText("Start a New Debate");
    await waitFor(() =>
      expect(fakeApi().requests.map(({ path }) => path)).toContain("/api/config"),
    );
    await waitFor(() => expect(screen.queryByText(/is not answering/)).toBeNull());
  });

  test("sends no request when all chatbots answer", async () => {
    await openForm(CONFIG);
    await isConnected();
    await waitFor(() => expect(fakeApi().requests.map(({ path }) => path)).toContain("/api/user"));
    expect(fakeApi().requests.map(({ path }) => path)).not.toContain("/api/config");
  });
});

describe("a debate during an outage", () => {
  const openDebate = (
    change: Partial<Debate>,
    unavailable: Provider[],
    { turns = [], viewer = USER }: { turns?: Turn[]; viewer?: User | null } = {},
  ) => {
    const sides = { botAProvider: "grok", botBProvider: "claude" } as const;
    const debate = buildDebate({ ...sides, ...change });
    const now = createConfig(...unavailable);
    fakeApi().respond({
      "GET /api/debates/7": [200, debate],
      "GET /api/debates/7/turns": [200, turns],
      "GET /api/config": [200, now],
    });
    const queries: [[string], unknown][] = [
      [["/api/debates/7"], debate],
      [["/api/debates/7/turns"], turns],
    ];
    return renderAppPage(fakeApi(), "/debate/7", { config: now, user: viewer, queries });
  };

  test("warns about the chatbot of the next turn until it recovers", async () => {
    await openDebate({ currentTurn: 0 }, ["grok", "claude"]);
    await screen.findByText(GROK);
    expect(screen.queryByText(CLAUDE)).toBeNull();
    await isConnected();
    emitUnavailable("grok", "claude");
    emitUnavailable();
    await waitFor(() => expect(screen.queryByText(GROK)).toBeNull());
  });

  test.each([
    ["is pending", buildTurn(2, { status: "pending" }), CLAUDE_AWAITED],
    ["is streaming", buildTurn(2, { status: "streaming" }), undefined],
    ["has failed", buildTurn(2, { status: "failed" }), CLAUDE],
  ])("warns according to its turn when the turn %s: %#", async (_how, turn, text) => {
    await openDebate({ currentTurn: 1 }, ["claude"], { turns: [buildTurn(1), turn] });
    expect(screen.queryByText(/^Claude is not answering/)?.textContent).toBe(text);
  });

  test("counts down to the next attempt at a turn, and announces it once", async () => {
    const turn = buildTurn(1, { status: "streaming", attempt: 1, content: "" });
    await openDebate({ currentTurn: 0 }, [], { turns: [turn] });
    await isConnected();
    const emitWaiting = (retryMs: number) => {
      const { id: turnId, attempt } = turn;
      const event = { debateId: 7, turnId, attempt, code: "overloaded", retryMs } as const;
      fakeApi().io.emit("turn:waiting", event);
    };
    emitWaiting(12_000);
    expect(await screen.findByText("Grok is overloaded. Next try in 12 s.")).toBeTruthy();
    const announced = screen.getByText("Grok is overloaded. It will be tried again.");
    expect(announced.getAttribute("role")).toBe("status");
    const seconds = screen.getByText(/Next try in/);
    expect(seconds.getAttribute("aria-hidden")).toBe("true");
    // A busy machine may skip a second.
    await screen.findByText(/^Grok is overloaded\. Next try in (?:\d|1[01]) s\.$/);
    emitWaiting(0);
    await screen.findByText("Grok is overloaded. Trying again now.");
    expect(announced.isConnected).toBe(true);
    fakeApi().io.emit("turn:started", { debateId: 7, turn: { ...turn, attempt: 2 } });
    await waitFor(() => expect(screen.queryByText(/overloaded/)).toBeNull());
  });

  test.each<[string, Partial<Debate>, User | null]>([
    ["is completed", { currentTurn: 10 }, USER],
    ["has a refused topic", { currentTurn: 0, refusal: "harassment" }, USER],
    ["has reached the visitors' limit", { currentTurn: 4 }, null],
  ])("shows no warning when it %s", async (_how, change, viewer) => {
    await openDebate(change, ["grok", "claude"], { viewer });
    expect(screen.queryByText(GROK) ?? screen.queryByText(CLAUDE)).toBeNull();
  });
});
