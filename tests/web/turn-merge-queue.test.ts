import { QueryObserver } from "@tanstack/react-query";
import { io } from "socket.io-client";
import type { DebateSnapshot, JoinDebateResponse } from "#shared/contract/events.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { createTurnMergeQueue } from "#web/features/debate/live/turn-merge-queue.ts";
import { subscribeToDebate } from "#web/features/debate/live/subscribe-to-debate.ts";
import { useConnectionState } from "#web/features/debate/live/connection-store.ts";
import type { MergeResult } from "#web/features/debate/live/merge-turn-event.ts";
import { debateQuery, turnsQuery } from "#web/features/debate/debate-queries.ts";
import type { LiveSocket } from "#web/lib/socket/live-socket.ts";
import { createQueryClient } from "#web/lib/api/query-client.ts";
import { buildDebate, buildTurn, toDebateProgress } from "./fixtures.ts";

const { queryKey: turnsKey } = turnsQuery(7);
const { queryKey: debateKey } = debateQuery(7);
const [PATH] = debateKey;
const fetched = globalThis.fetch;

/** A query cache whose debate and turns have observers and are fetched from a fake API. */
const setUp = () => {
  const paths: unknown[] = [];
  const server = {
    stored: [buildTurn(1)],
    /** Responses wait for this promise. */
    ready: Promise.resolve(),
  };
  globalThis.fetch = async (path) => {
    paths.push(path);
    const answer = path === PATH ? buildDebate({ upvotes: paths.length }) : server.stored;
    await server.ready;
    return Response.json(answer);
  };
  const client = createQueryClient();
  client.setQueryData<Turn[]>(turnsKey, server.stored);
  client.setQueryData(debateKey, buildDebate());
  const options = { staleTime: Number.POSITIVE_INFINITY };
  new QueryObserver(client, { ...turnsQuery(7), ...options }).subscribe(() => {});
  new QueryObserver(client, { ...debateQuery(7), ...options }).subscribe(() => {});
  return {
    client,
    server,
    turns: () => client.getQueryData(turnsKey),
    countRequests: (path: string = turnsKey[0]) => paths.filter((each) => each === path).length,
  };
};

const wait = (ms: number) => jest.advanceTimersByTimeAsync(ms);

/** A promise that resolves on `release`. */
const createHeldPromise = () => {
  let release = () => {};
  const ready = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { ready, release: () => release() };
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = fetched;
});

describe("the turn merge queue", () => {
  /** A change to the second turn, which is missing at first. */
  const scoreSecondTurn = (turns: Turn[]): MergeResult => ({
    turns: turns.map((turn) => (turn.turnNumber === 2 ? { ...turn, score: 8 } : turn)),
    isBehind: turns.length < 2,
  });

  test("requests missing turns at once and then with a growing backoff, five times", async () => {
    const { client, countRequests } = setUp();
    createTurnMergeQueue(client, turnsKey).merge(scoreSecondTurn);
    await wait(0);
    expect(countRequests()).toBe(1);
    for (const [at, pause] of [300, 600, 1200, 2400].entries()) {
      await wait(pause - 1);
      expect(countRequests()).toBe(at + 1);
      await wait(1);
      expect(countRequests()).toBe(at + 2);
    }
    await wait(600_000);
    expect(countRequests()).toBe(5);
  });

  test("merges a waiting change when its turn arrives, and stops requesting", async () => {
    const { client, server, turns, countRequests } = setUp();
    createTurnMergeQueue(client, turnsKey).merge(scoreSecondTurn);
    await wait(0);
    server.stored = [buildTurn(1), buildTurn(2)];
    await wait(300);
    expect(turns()).toEqual([buildTurn(1), buildTurn(2, { score: 8 })]);
    await wait(600_000);
    expect(countRequests()).toBe(2);
  });

  test("sends no request when nothing is missing", async () => {
    const { client, server, turns, countRequests } = setUp();
    server.stored = [buildTurn(1), buildTurn(2)];
    client.setQueryData(turnsKey, server.stored);
    createTurnMergeQueue(client, turnsKey).merge(scoreSecondTurn);
    await wait(600_000);
    expect([turns()?.[1]?.score, countRequests()]).toEqual([8, 0]);
  });

  test("merges a change that arrived before the first turns", async () => {
    const { client, server, turns } = setUp();
    client.getQueryCache().find({ queryKey: turnsKey })?.reset();
    server.stored = [buildTurn(1), buildTurn(2)];
    createTurnMergeQueue(client, turnsKey).merge(scoreSecondTurn);
    await wait(0);
    expect(turns()?.[1]?.score).toBe(8);
  });

  test("drops waiting changes when it gives up, and can be used again", async () => {
    const { client, server, turns, countRequests } = setUp();
    const following = createTurnMergeQueue(client, turnsKey);
    following.merge(scoreSecondTurn);
    await wait(600_000);
    server.stored = [buildTurn(1), buildTurn(2)];
    following.ask();
    await wait(600_000);
    expect([turns(), countRequests()]).toEqual([server.stored, 6]);
  });

  test("coalesces simultaneous requests", async () => {
    const { client, countRequests } = setUp();
    const following = createTurnMergeQueue(client, turnsKey);
    following.ask();
    following.ask();
    await wait(600_000);
    expect([countRequests(), countRequests(PATH)]).toEqual([1, 0]);
  });

  test("requests again when an answer in flight may be too old", async () => {
    const { client, server, countRequests } = setUp();
    const { ready, release } = createHeldPromise();
    server.ready = ready;
    const following = createTurnMergeQueue(client, turnsKey);
    following.ask();
    await wait(0);
    following.ask();
    release();
    await wait(299);
    expect(countRequests()).toBe(1);
    await wait(600_000);
    expect(countRequests()).toBe(2);
  });

  test("requests again when the last attempt is in flight", async () => {
    const { client, server, countRequests } = setUp();
    const following = createTurnMergeQueue(client, turnsKey);
    following.merge(scoreSecondTurn);
    await wait(300 + 600 + 1200);
    const { ready, release } = createHeldPromise();
    server.ready = ready;
    await wait(2400);
    following.ask();
    release();
    await wait(600_000);
    expect(countRequests()).toBe(6);
  });

  test("sends no request after a stop", async () => {
    const { client, server, countRequests } = setUp();
    const following = createTurnMergeQueue(client, turnsKey);
    following.merge(scoreSecondTurn);
    following.stop();
    await wait(600_000);
    expect([countRequests(), jest.getTimerCount()]).toEqual([0, 0]);

    const secondQueue = createTurnMergeQueue(client, turnsKey);
    secondQueue.merge(scoreSecondTurn);
    await wait(300 + 600 + 1200);
    const { ready, release } = createHeldPromise();
    server.ready = ready;
    await wait(2400);
    secondQueue.ask();
    secondQueue.stop();
    release();
    await wait(600_000);
    expect([countRequests(), jest.getTimerCount()]).toEqual([5, 0]);
  });
});

describe("the subscription to a debate", () => {
  /** Subscribes with a socket that never connects and receives only the test's events. */
  const subscribe = () => {
    const page = setUp();
    page.server.stored = [buildTurn(1), buildTurn(2)];
    page.client.setQueryData(turnsKey, page.server.stored);
    const socket: LiveSocket = io("http://127.0.0.1:1", { autoConnect: false, forceNew: true });
    const stop = subscribeToDebate(socket, page.client, 7);
    const receive = (name: string, event: object) => {
      for (const listener of socket.listenersAny()) listener(name, { debateId: 7, ...event });
    };
    const countAllRequests = () => page.countRequests() + page.countRequests(PATH);
    return { ...page, socket, stop, receive, countAllRequests };
  };

  test.each([
    ["a turn", "turn:completed", { turn: buildTurn(3) }],
    ["a judgement", "turn:judged", { turnId: 102, score: 8, judge: "grok" }],
    ["a recording", "audio:ready", { turnId: 102, audio: { status: "ready", version: 1 } }],
    ["a recording of an unknown turn", "audio:failed", { turnId: 999 }],
    ["an update of the debate", "debate:updated", { status: "completed" }],
    ["the progress of an audio job", "audio-job:progress", { jobId: 1, done: 1 }],
    ["an unknown event", "turn:applauded", { turnId: 102 }],
  ])("sends no request after %s", async (_what, name, event) => {
    const { receive, countAllRequests } = subscribe();
    receive(name, event);
    await wait(600_000);
    expect(countAllRequests()).toBe(0);
  });

  test("requests votes one second after the first of several events, and again for later ones", async () => {
    const { receive, countRequests, countAllRequests } = subscribe();
    receive("votes:updated", {});
    await wait(500);
    receive("votes:updated", {});
    await wait(499);
    expect(countRequests(PATH)).toBe(0);
    await wait(1);
    expect(countRequests(PATH)).toBe(1);
    await wait(600_000);
    expect(countRequests(PATH)).toBe(1);
    receive("votes:updated", {});
    await wait(1000);
    expect([countRequests(PATH), countAllRequests()]).toEqual([2, 2]);
  });

  test("joins the debate's room on connect, not before", () => {
    const { socket } = subscribe();
    expect(socket.sendBuffer).toEqual([]);
    for (const listener of socket.listeners("connect")) listener();
    expect(socket.sendBuffer).toMatchObject([{ data: ["debate:join", { debateId: 7 }] }]);
  });

  /** A snapshot that equals what the page shows. */
  const shown: Omit<DebateSnapshot, "debateId"> = {
    ...toDebateProgress(buildDebate()),
    turns: [buildTurn(1), buildTurn(2)].map(({ id, attempt, status, content, audio }) => ({
      id,
      attempt,
      status,
      bytes: content.length,
      isJudged: false,
      isHidden: false,
      audio,
    })),
  };

  test.each([
    ["nothing when the page is up to date", shown, [0, 0]],
    ["the debate when its row is newer", { ...shown, currentTurn: 1 }, [1, 0]],
    [
      "the turns when a row is newer",
      { ...shown, turns: shown.turns.map((turn) => ({ ...turn, isJudged: true })) },
      [0, 1],
    ],
  ])("requests on a snapshot %s", async (_what, rows, times) => {
    const { receive, countRequests } = subscribe();
    receive("debate:snapshot", rows);
    await wait(299);
    expect([countRequests(PATH), countRequests()]).toEqual(times);
  });

  test.each<[string, Turn["audio"]]>([
    ["is pending", { status: "pending", durationMs: null, version: 0 }],
    ["was missed", { status: "ready", durationMs: 60_000, version: 1 }],
  ])("requests a recording that %s once", async (_which, audio) => {
    const { receive, server, countRequests, turns } = subscribe();
    server.stored = [buildTurn(1), buildTurn(2, { audio })];
    const rows = {
      ...shown,
      turns: shown.turns.map((row, at) => (at === 1 ? { ...row, audio } : row)),
    };
    for (let times = 0; times < 3; times += 1) {
      receive("debate:snapshot", rows);
      await wait(600_000);
    }
    expect([countRequests(), turns()]).toEqual([1, server.stored]);
  });

  test("requests nothing for a deleted debate", async () => {
    const { receive, countAllRequests } = subscribe();
    receive("debate:deleted", {});
    receive("debate:snapshot", { ...shown, currentTurn: 1 });
    await wait(600_000);
    expect(countAllRequests()).toBe(0);
  });

  test.each([
    ["again after a temporary refusal", "unavailable", 2],
    ["once when the debate does not exist", "not_found", 1],
  ] as const)("joins the debate's room %s", async (_when, code, times) => {
    const { socket, stop } = subscribe();
    const random = jest.spyOn(Math, "random").mockReturnValue(0.5);
    let joins = 0;
    const emit = (
      _name: string,
      _debate: object,
      answered: (joined: JoinDebateResponse) => void,
    ) => {
      joins += 1;
      answered({ ok: false, error: { code, message: "No." } });
    };
    Object.assign(socket, { connected: true, emit });
    for (const listener of socket.listeners("connect")) listener();
    await wait(1874);
    expect(joins).toBe(1);
    await wait(1);
    expect(joins).toBe(times);
    Object.assign(socket, { connected: false });
    stop();
    random.mockRestore();
  });

  test("removes all listeners, timers and states on stop", async () => {
    const { socket, stop, receive, countAllRequests } = subscribe();
    receive("votes:updated", {});
    receive("turn:delta", { turnId: 999, attempt: 1, offset: 0, text: "" });
    receive("watchers:updated", { watchers: 37 });
    expect(useConnectionState.getState()).toEqual({
      connection: "connecting",
      watchers: 37,
      waiting: null,
    });
    stop();
    expect(useConnectionState.getState()).toEqual({
      connection: "connecting",
      watchers: null,
      waiting: null,
    });
    expect(socket.listenersAny()).toEqual([]);
    const left = (["connect", "disconnect", "connect_error"] as const).filter((event) =>
      socket.hasListeners(event),
    );
    expect([left, socket.sendBuffer]).toEqual([[], []]);
    await wait(600_000);
    expect([countAllRequests(), jest.getTimerCount()]).toEqual([0, 0]);
  });

  test("creates no debate from an update of an unknown one", () => {
    const { client, receive } = subscribe();
    client.getQueryCache().find({ queryKey: debateKey })?.reset();
    receive("debate:updated", { status: "completed" });
    receive("debate:deleted", {});
    expect(client.getQueryData(debateKey)).toBeUndefined();
  });

  test("keeps a deleted debate deleted", () => {
    const { client, receive } = subscribe();
    receive("debate:deleted", {});
    receive("debate:updated", { status: "completed" });
    expect(client.getQueryData(debateKey)).toBeNull();
  });
});
