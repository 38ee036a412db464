import { setTimeout as pause } from "node:timers/promises";
import { io } from "socket.io-client";
import { z } from "zod";
import { SOCKET_AUTH } from "#shared/contract/socket-auth.ts";
import { onParentExit } from "#infra/process/shutdown.ts";
import { Turn } from "#shared/contract/debates/turn.ts";
import {
  mergeDelta,
  mergeSnapshot,
  mergeTurn,
} from "#web/features/debate/live/merge-turn-event.ts";
import { type LiveSocket, RECONNECT_OPTIONS } from "#web/lib/socket/live-socket.ts";
import { waitUntil } from "#tests/harness.ts";
import type { JoinRequest } from "../support/watcher-crowd-protocol.ts";

/**
 * Requests to this process:
 * - `join`: opens watchers of a debate.
 * - "all-cut": waits until all watchers are disconnected.
 * - "all-complete": waits until each watcher has the whole text again. Returns the times in
 *   milliseconds since 1970.
 * - `compare`: waits until all watchers show this turn.
 */
export type WatcherRequest =
  { join: JoinRequest } | "all-cut" | "all-complete" | { compare: { id: number; content: string } };

type Delta = Parameters<typeof mergeDelta>[1];

interface ReturningWatcher {
  socket: LiveSocket;
  turns: Turn[];
  /**
   * When the watcher had the whole text again, in milliseconds since 1970. Null between a
   * disconnect and that time.
   */
  completeAt: number | null;
}

const AT_ONCE = 25;
const WAIT_OPTIONS = { what: "all watchers to have the whole text", timeoutMs: 120_000 };
/**
 * Pauses before the requests for the turns. They are repeated while text is missing before the
 * received deltas. The page uses the same pauses (`turn-merge-queue.ts`).
 */
const PAUSES_MS = [0, 300, 600, 1200, 2400];
const returningWatchers: ReturningWatcher[] = [];

const findContent = ({ turns }: ReturningWatcher, turnId: number) =>
  turns.find(({ id }) => id === turnId)?.content ?? "";

/**
 * Does what a page does: joins the debate and requests it and its turns. Requests the turns again
 * while text is missing before the received deltas.
 */
const addWatcher = async (
  { origin, debateId }: JoinRequest,
  cookie: string | undefined,
): Promise<void> => {
  const headers = cookie === undefined ? {} : { cookie };
  const socket: LiveSocket = io(origin, {
    ...RECONNECT_OPTIONS,
    auth: SOCKET_AUTH,
    forceNew: true,
    transports: ["websocket"],
    extraHeaders: { origin, ...headers },
  });
  const watcher: ReturningWatcher = { socket, turns: [], completeAt: null };
  returningWatchers.push(watcher);
  const get = (path: string) => fetch(`${origin}/api/debates/${debateId}${path}`, { headers });
  let pendingDeltas: Delta[] = [];
  let isFetching = false;

  const applyDelta = (delta: Delta): boolean => {
    const { turns, isBehind } = mergeDelta(watcher.turns, delta);
    watcher.turns = turns;
    if (!isBehind) watcher.completeAt ??= performance.timeOrigin + performance.now();
    return !isBehind;
  };
  const refetchTurns = async (): Promise<void> => {
    if (isFetching) return;
    isFetching = true;
    for (const [index, ms] of PAUSES_MS.entries()) {
      await pause(ms);
      if (index > 0 && pendingDeltas.length === 0) break;
      const answer = await get("/turns").catch(() => null);
      if (!answer?.ok) continue;
      watcher.turns = mergeSnapshot(watcher.turns, z.array(Turn).parse(await answer.json()));
      pendingDeltas = pendingDeltas.filter((delta) => !applyDelta(delta));
    }
    pendingDeltas = [];
    isFetching = false;
  };
  socket.on("connect", async () => {
    await socket.emitWithAck("debate:join", { debateId }).catch(() => null);
    void get("").then((handleRequest) => handleRequest.text());
    await refetchTurns();
  });
  socket.on("turn:delta", (delta) => {
    if (pendingDeltas.length > 0 || !applyDelta(delta)) {
      pendingDeltas.push(delta);
      void refetchTurns();
    }
  });
  const mergeEvent = ({ turn }: { turn: Turn }) => {
    watcher.turns = mergeTurn(watcher.turns, turn);
  };
  socket.on("turn:started", mergeEvent).on("turn:completed", mergeEvent);
  socket.on("disconnect", () => (watcher.completeAt = null));
  await waitUntil(() => socket.connected, WAIT_OPTIONS);
};

const join = async (request: JoinRequest): Promise<void> => {
  while (returningWatchers.length < request.watchers)
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) =>
        addWatcher(request, n % 2 ? request.cookie : undefined),
      ),
    );
};

const waitForAll = (predicate: (watcher: ReturningWatcher) => boolean) =>
  waitUntil(() => returningWatchers.every(predicate), WAIT_OPTIONS);

const answer = async (request: WatcherRequest): Promise<unknown> => {
  if (request === "all-cut") await waitForAll(({ completeAt }) => completeAt === null);
  else if (request === "all-complete") await waitForAll(({ completeAt }) => completeAt !== null);
  else if ("join" in request) await join(request.join);
  else
    await waitForAll(
      (watcher) => findContent(watcher, request.compare.id) === request.compare.content,
    );
  return returningWatchers.map(({ completeAt }) => completeAt);
};

/** This process runs watchers that reconnect by themselves, as pages do. */
process.on("message", async (request: WatcherRequest) => process.send?.(await answer(request)));
onParentExit(() => process.exit(0));
process.send?.({ port: 0 });
