import { QueryObserver } from "@tanstack/react-query";
import { io } from "socket.io-client";
import type { TurnDelta } from "#shared/contract/events.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { waitUntil } from "#tests/harness.ts";
import { subscribeToDebate } from "#web/features/debate/live/subscribe-to-debate.ts";
import { useConnectionState } from "#web/features/debate/live/connection-store.ts";
import { debateQuery, turnsQuery } from "#web/features/debate/debate-queries.ts";
import type { LiveSocket } from "#web/lib/socket/live-socket.ts";
import { createQueryClient } from "#web/lib/api/query-client.ts";
import { buildDebate, buildTurn, toDebateProgress } from "./fixtures.ts";
import { type FakeApi, startFakeApi } from "./fake-api.ts";

const WORDS = "Cities that ban cars breathe again, and their shops fill up with people on foot.";
const speaking = (content: string, attempt = 1) =>
  buildTurn(1, { status: "streaming", attempt, content });
const delta = (offset: number, text: string, attempt = 1): TurnDelta => ({
  debateId: 7,
  turnId: 101,
  attempt,
  offset,
  text,
});

let api: FakeApi;
let socket: LiveSocket;
let stop: () => void;
/** The turns that the API returns. */
let storedTurns: Turn[];
const client = createQueryClient();
const originalFetch = globalThis.fetch;

const turns = () => client.getQueryData(turnsQuery(7).queryKey);
const text = () => turns()?.[0]?.content;
const isWatching = () => useConnectionState.getState().connection === "live";
const emitDelta = (...args: Parameters<typeof delta>) => api.io.emit("turn:delta", delta(...args));

beforeEach(async () => {
  api = await startFakeApi();
  const sendInRound = globalThis.fetch;
  globalThis.fetch = (path, init) =>
    sendInRound(typeof path === "string" ? api.origin + path : path, init);
  storedTurns = [speaking("")];
  api.respond({
    "GET /api/debates/7": [200, buildDebate()],
    "GET /api/debates/7/turns": () => [200, storedTurns],
  });
  client.clear();
  const stopObserving = new QueryObserver(client, turnsQuery(7)).subscribe(() => {});
  socket = io(api.origin, { forceNew: true, reconnectionDelay: 10 });
  const unsubscribe = subscribeToDebate(socket, client, 7);
  stop = () => {
    unsubscribe();
    stopObserving();
  };
  await waitUntil(() => isWatching() && turns());
});

afterEach(async () => {
  stop();
  socket.disconnect();
  await api.stop();
  globalThis.fetch = originalFetch;
});

/** Emits the text from `offset` on as deltas of ten characters. */
const emitText = (offset = 0) => {
  for (let at = offset; at < WORDS.length; at += 10) emitDelta(at, WORDS.slice(at, at + 10));
};

test("deltas build the text", async () => {
  emitText();
  await waitUntil(() => text() === WORDS);
});

test("a lost delta is repaired by a request for the turns", async () => {
  emitDelta(0, WORDS.slice(0, 20));
  storedTurns = [speaking(WORDS.slice(0, 40))];
  emitText(30);
  await waitUntil(() => text() === WORDS);
});

test("requests for the turns are repeated until the stored text has caught up", async () => {
  emitDelta(40, WORDS.slice(40));
  await waitUntil(() => api.requests.filter(({ path }) => path.endsWith("/turns")).length >= 3);
  expect(text()).toBe("");
  storedTurns = [speaking(WORDS.slice(0, 45))];
  await waitUntil(() => text() === WORDS);
});

test("an answer that is older than the known text removes nothing", async () => {
  emitText();
  await waitUntil(() => text() === WORDS);
  storedTurns = [speaking(WORDS.slice(0, 10))];
  await client.refetchQueries({ queryKey: turnsQuery(7).queryKey });
  expect(text()).toBe(WORDS);
});

test("events missed during a lost connection are fetched after the reconnect", async () => {
  emitDelta(0, WORDS.slice(0, 20));
  await waitUntil(() => text() === WORDS.slice(0, 20));
  storedTurns = [
    buildTurn(1, {
      content: WORDS,
      score: 8,
      judge: "grok",
      ruling: "It holds.",
      feedback: "Good.",
      quotes: [],
    }),
  ];
  // Subscribes first, because the state `lost` lasts only for some milliseconds.
  const lost = new Promise<void>((resolve) => {
    const unsubscribe = useConnectionState.subscribe(({ connection }) => {
      if (connection !== "lost") return;
      unsubscribe();
      resolve();
    });
  });
  socket.io.engine.close();
  await lost;
  await waitUntil(() => text() === WORDS);
  await waitUntil(isWatching);
  expect(turns()).toEqual(storedTurns);
});

test.each([
  ["a snapshot", "debate:snapshot"],
  ["a snapshot of a server of the previous version", "debate:standing"],
] as const)("an update without an event is fetched when %s arrives", async (_what, name) => {
  client.setQueryData(debateQuery(7).queryKey, buildDebate());
  const unwatch = new QueryObserver(client, debateQuery(7)).subscribe(() => {});
  storedTurns = [buildTurn(1, { content: WORDS })];
  const over = buildDebate({ status: "completed", currentTurn: 1 });
  api.respond({
    "GET /api/debates/7": [200, over],
    "GET /api/debates/7/turns": () => [200, storedTurns],
  });
  const row = { id: 101, attempt: 1, status: "complete", isJudged: false, bytes: 81 } as const;
  api.io.emit(name, {
    ...toDebateProgress(over),
    turns: [{ ...row, isHidden: false, audio: { status: "none", durationMs: null, version: 0 } }],
  });
  await waitUntil(() => text() === WORDS);
  await waitUntil(() => client.getQueryData(debateQuery(7).queryKey)?.status === "completed");
  unwatch();
});

test("a failed request for the debate is repeated", async () => {
  client.setQueryData(debateQuery(7).queryKey, buildDebate());
  const unwatch = new QueryObserver(client, debateQuery(7)).subscribe(() => {});
  let requestCount = 0;
  api.respond({
    "GET /api/debates/7": () => {
      requestCount += 1;
      const error = { code: "internal", message: "Not now." };
      return requestCount < 3 ? [500, error] : [200, buildDebate({ upvotes: 5 })];
    },
    "GET /api/debates/7/turns": () => [200, storedTurns],
  });
  api.io.emit("votes:updated", { debateId: 7 });
  await waitUntil(() => client.getQueryData(debateQuery(7).queryKey)?.upvotes === 5);
  unwatch();
});

test("a new attempt replaces the text, and late deltas of the old one are ignored", async () => {
  emitDelta(0, "Towns that");
  await waitUntil(() => text() === "Towns that");
  api.io.emit("turn:started", { debateId: 7, turn: speaking("", 2) });
  for (let at = 0; at < WORDS.length; at += 10) emitDelta(at, WORDS.slice(at, at + 10), 2);
  emitDelta(10, " ban trucks", 1);
  await waitUntil(() => text() === WORDS);
});

test("events of other debates are ignored", async () => {
  api.io.emit("turn:delta", { ...delta(0, "Elsewhere"), debateId: 8 });
  emitDelta(0, "Here");
  await waitUntil(() => text() === "Here");
});

test("a judgement and a recording change their turn only", async () => {
  storedTurns = [buildTurn(1), buildTurn(2), buildTurn(3)];
  await client.refetchQueries({ queryKey: turnsQuery(7).queryKey });
  const [first, second, third] = storedTurns;
  const ids = { debateId: 7, turnId: 102 };
  const judgement = {
    score: 8,
    ruling: "It holds.",
    feedback: "Good.",
    judge: "grok",
    quotes: ["words"],
  } as const;
  const audio = { status: "ready", durationMs: 60_000, version: 1 } as const;
  api.io.emit("audio:ready", { ...ids, audio });
  api.io.emit("turn:judged", { ...ids, ...judgement, quotes: [...judgement.quotes] });
  await waitUntil(() => turns()?.some(({ score }) => score === 8));
  expect(turns()).toEqual([first, { ...second, ...judgement, audio }, third]);
  api.io.emit("audio:failed", { ...ids, message: "The voice is down." });
  await waitUntil(() => turns()?.some((turn) => turn.audio.status === "failed"));
  const failed = { ...audio, status: "failed" };
  expect(turns()).toEqual([first, { ...second, ...judgement, audio: failed }, third]);
});

test("a judgement from a worker of the previous version has no ruling", async () => {
  storedTurns = [buildTurn(1)];
  await client.refetchQueries({ queryKey: turnsQuery(7).queryKey });
  const judgement = { score: 8, feedback: "Good.", judge: "grok" as const, quotes: [] };
  api.io.emit("turn:judged", { debateId: 7, turnId: 101, ...judgement });
  await waitUntil(() => turns()?.some(({ score }) => score === 8));
  expect(turns()).toEqual([{ ...storedTurns[0], ...judgement, ruling: null }]);
});

test("turn events change the turn's status", async () => {
  const failed = buildTurn(2, {
    status: "failed",
    error: { code: "overloaded", message: "Busy." },
  });
  for (const [event, turn] of [
    ["turn:started", buildTurn(2, { status: "pending", attempt: 0, content: "" })],
    ["turn:completed", buildTurn(1, { content: WORDS })],
    ["turn:failed", failed],
  ] as const) {
    api.io.emit(event, { debateId: 7, turn });
    await waitUntil(() => turns()?.some((known) => known.status === turn.status));
  }
  expect(turns()).toEqual([buildTurn(1, { content: WORDS }), failed]);
});

test("events update the debate, its watchers and its deletion", async () => {
  const debate = () => client.getQueryData(debateQuery(7).queryKey);
  client.setQueryData(debateQuery(7).queryKey, buildDebate());
  const progress = {
    status: "completed",
    currentTurn: 10,
    refunded: false,
    refusal: null,
  } as const;
  const scores = { botA: 8, botB: 7, reasoning: "For." };
  api.io.emit("debate:updated", toDebateProgress(buildDebate({ ...progress, scores })));
  api.io.emit("watchers:updated", { debateId: 7, watchers: 37 });
  await waitUntil(() => useConnectionState.getState().watchers === 37);
  expect(debate()).toEqual(buildDebate({ ...progress, scores }));
  api.io.emit("debate:deleted", { debateId: 7 });
  await waitUntil(() => debate() === null);
});

describe("a subscription", () => {
  /** Records what the server receives over the current connection. */
  const recordMessages = () => {
    const received: unknown[] = [];
    for (const serverSocket of api.io.sockets.sockets.values())
      serverSocket.onAny((name, { debateId }) => received.push([name, debateId]));
    return received;
  };

  test("joins at once over an open connection, and leaves at its end", async () => {
    const received = recordMessages();
    useConnectionState.setState({ connection: "connecting", watchers: null });
    const unsubscribe = subscribeToDebate(socket, client, 8);
    await waitUntil(isWatching);
    expect(useConnectionState.getState().watchers).toBe(1);
    unsubscribe();
    await waitUntil(() => received.length > 1);
    expect(received).toEqual([
      ["debate:join", 8],
      ["debate:leave", 8],
    ]);
  });

  test("requests the debate again, since updates may have been missed", async () => {
    stop();
    const unwatch = new QueryObserver(client, debateQuery(7)).subscribe(() => {});
    await waitUntil(() => client.getQueryData(debateQuery(7).queryKey));
    api.requests.length = 0;
    stop = subscribeToDebate(socket, client, 7);
    await waitUntil(() => api.requests.some(({ path }) => path === "/api/debates/7"));
    unwatch();
  });

  test("ignores an answer to its join after it has ended", async () => {
    stop();
    const unsubscribe = subscribeToDebate(socket, client, 8);
    unsubscribe();
    const isAnswered = new Promise((resolve) => {
      socket.once("votes:updated", resolve);
    });
    for (const serverSocket of api.io.sockets.sockets.values())
      serverSocket.on("debate:leave", ({ debateId }) => {
        if (debateId === 8) serverSocket.emit("votes:updated", { debateId });
      });
    await isAnswered;
    expect(useConnectionState.getState()).toMatchObject({
      connection: "connecting",
      watchers: null,
    });
  });

  test("to a debate that may not be watched is not live", async () => {
    stop();
    for (const serverSocket of api.io.sockets.sockets.values())
      serverSocket.removeAllListeners("debate:join").on("debate:join", (_request, answer) => {
        answer({ ok: false, error: { code: "not_found", message: "Debate not found" } });
        serverSocket.emit("watchers:updated", { debateId: 9, watchers: 0 });
      });
    stop = subscribeToDebate(socket, client, 9);
    await waitUntil(() => useConnectionState.getState().watchers === 0);
    expect(useConnectionState.getState().connection).toBe("connecting");
  });

  test.each(["out_of_service", "internal", "too_many_requests"] as const)(
    "repeats a join that is refused with %s",
    async (code) => {
      stop();
      useConnectionState.setState({ connection: "connecting", watchers: null });
      let refusals = 0;
      for (const serverSocket of api.io.sockets.sockets.values())
        serverSocket.removeAllListeners("debate:join").on("debate:join", (_request, answer) => {
          refusals += 1;
          if (refusals > 2) answer({ ok: true, watchers: 41 });
          else answer({ ok: false, error: { code, message: "Not now." } });
        });
      stop = subscribeToDebate(socket, client, 7);
      await waitUntil(() => useConnectionState.getState().watchers === 41);
      expect([isWatching(), refusals]).toEqual([true, 3]);
    },
  );

  test("is lost when the connection fails", async () => {
    stop();
    const unconnectedSocket: LiveSocket = io("http://127.0.0.1:1", {
      forceNew: true,
      reconnection: false,
    });
    stop = subscribeToDebate(unconnectedSocket, client, 7);
    await waitUntil(() => useConnectionState.getState().connection === "lost");
  });
});
