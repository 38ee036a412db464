import { setTimeout as pause } from "node:timers/promises";
import { io } from "socket.io-client";
import { z } from "zod";
import { SOCKET_AUTH } from "#shared/contract/socket-auth.ts";
import { onParentExit } from "#infra/process/on-parent-exit.ts";
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
 * Requests to the watchers: join; wait until all are disconnected; wait until each has the whole text
 * again, and return the times in milliseconds since 1970; wait until all show this stored turn.
 */
export type WatcherQuestion =
  { join: JoinRequest } | "when cut" | "when whole" | { compare: { id: number; content: string } };

type Delta = Parameters<typeof mergeDelta>[1];

interface ReturningWatcher {
  socket: LiveSocket;
  turns: Turn[];
  /** Since when the watcher has the whole text; null from a disconnect until then. */
  wholeAt: number | null;
}

const AT_ONCE = 25;
const WAIT_OPTIONS = { what: "all watchers to have the whole text", timeoutMs: 120_000 };
/** Pauses between requests while deltas do not fit the text, like in pages (`turn-merge-queue.ts`). */
const PAUSES_MS = [0, 300, 600, 1200, 2400];
const returningWatchers: ReturningWatcher[] = [];

const contentOf = ({ turns }: ReturningWatcher, turnId: number) =>
  turns.find(({ id }) => id === turnId)?.content ?? "";

/** Like a page: joins, requests debate and turns, and again while deltas do not fit the text. */
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
  const seat: ReturningWatcher = { socket, turns: [], wholeAt: null };
  returningWatchers.push(seat);
  const get = (path: string) => fetch(`${origin}/api/debates/${debateId}${path}`, { headers });
  let waiting: Delta[] = [];
  let isAsking = false;

  const hear = (delta: Delta): boolean => {
    const { turns, isBehind } = mergeDelta(seat.turns, delta);
    seat.turns = turns;
    if (!isBehind) seat.wholeAt ??= performance.timeOrigin + performance.now();
    return !isBehind;
  };
  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    for (const [nth, ms] of PAUSES_MS.entries()) {
      await pause(ms);
      if (nth > 0 && waiting.length === 0) break;
      const answer = await get("/turns").catch(() => null);
      if (!answer?.ok) continue;
      seat.turns = mergeSnapshot(seat.turns, z.array(Turn).parse(await answer.json()));
      waiting = waiting.filter((delta) => !hear(delta));
    }
    waiting = [];
    isAsking = false;
  };
  socket.on("connect", async () => {
    await socket.emitWithAck("debate:join", { debateId }).catch(() => null);
    void get("").then((answer) => answer.text());
    await ask();
  });
  socket.on("turn:delta", (delta) => {
    if (waiting.length > 0 || !hear(delta)) {
      waiting.push(delta);
      void ask();
    }
  });
  const take = ({ turn }: { turn: Turn }) => {
    seat.turns = mergeTurn(seat.turns, turn);
  };
  socket.on("turn:started", take).on("turn:completed", take);
  socket.on("disconnect", () => (seat.wholeAt = null));
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

const waitForAll = (isSo: (seat: ReturningWatcher) => boolean) =>
  waitUntil(() => returningWatchers.every(isSo), WAIT_OPTIONS);

const answer = async (asked: WatcherQuestion): Promise<unknown> => {
  if (asked === "when cut") await waitForAll(({ wholeAt }) => wholeAt === null);
  else if (asked === "when whole") await waitForAll(({ wholeAt }) => wholeAt !== null);
  else if ("join" in asked) await join(asked.join);
  else await waitForAll((seat) => contentOf(seat, asked.compare.id) === asked.compare.content);
  return returningWatchers.map(({ wholeAt }) => wholeAt);
};

/** Watchers in a separate process that reconnect by themselves, like pages. */
process.on("message", async (asked: WatcherQuestion) => process.send?.(await answer(asked)));
onParentExit(() => process.exit(0));
process.send?.({ port: 0 });
