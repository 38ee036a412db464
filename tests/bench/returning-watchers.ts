import { setTimeout as pause } from "node:timers/promises";
import { io } from "socket.io-client";
import { z } from "zod";
import { stopWithParent } from "#infra/process/stop-with-parent.ts";
import { Turn } from "#shared/contract/turn.ts";
import { mergeDelta, mergeSnapshot, mergeTurn } from "#web/features/debate/live/merge-event.ts";
import { type LiveSocket, RECONNECTING } from "#web/lib/live-socket.ts";
import { until } from "../harness.ts";
import type { Join } from "./join-crowd.ts";

/**
 * What watchers are asked: to come; to have noticed that their server is gone; since when each has all
 * again, in milliseconds since 1970, once all have; and to show this turn as it is stored.
 */
export type AskWatchers =
  { join: Join } | "when cut" | "when whole" | { compare: { id: number; content: string } };

type Delta = Parameters<typeof mergeDelta>[1];

interface Seat {
  socket: LiveSocket;
  turns: Turn[];
  /** Null from a cut on, until it has all that was said. */
  wholeAt: number | null;
}

const AT_ONCE = 25;
const PATIENCE = { what: "all watchers to have the whole text", timeoutMs: 120_000 };
/** Between two looks while what was heard does not fit yet: as pages do (`catch-up.ts`). */
const PAUSES_MS = [0, 300, 600, 1200, 2400];
const seats: Seat[] = [];

const contentOf = ({ turns }: Seat, turnId: number) =>
  turns.find(({ id }) => id === turnId)?.content ?? "";

/** As a page: joins, asks for debate and turns, and again while what is heard does not follow. */
const sit = async ({ origin, debateId }: Join, cookie: string | undefined): Promise<void> => {
  const headers = cookie === undefined ? {} : { cookie };
  const socket: LiveSocket = io(origin, {
    ...RECONNECTING,
    forceNew: true,
    transports: ["websocket"],
    extraHeaders: { origin, ...headers },
  });
  const seat: Seat = { socket, turns: [], wholeAt: null };
  seats.push(seat);
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
  await until(() => socket.connected, PATIENCE);
};

const join = async (request: Join): Promise<void> => {
  while (seats.length < request.watchers)
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) => sit(request, n % 2 ? request.cookie : undefined)),
    );
};

const whenAll = (isSo: (seat: Seat) => boolean) => until(() => seats.every(isSo), PATIENCE);

const answer = async (asked: AskWatchers): Promise<unknown> => {
  if (asked === "when cut") await whenAll(({ wholeAt }) => wholeAt === null);
  else if (asked === "when whole") await whenAll(({ wholeAt }) => wholeAt !== null);
  else if ("join" in asked) await join(asked.join);
  else await whenAll((seat) => contentOf(seat, asked.compare.id) === asked.compare.content);
  return seats.map(({ wholeAt }) => wholeAt);
};

/** Watchers in a process of their own, who come back by themselves, as pages do. */
process.on("message", async (asked: AskWatchers) => process.send?.(await answer(asked)));
stopWithParent(() => process.exit(0));
process.send?.({ port: 0 });
