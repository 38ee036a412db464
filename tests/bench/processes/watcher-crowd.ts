import { once } from "node:events";
import { io, type Socket } from "socket.io-client";
import { onParentExit } from "#infra/process/shutdown.ts";
import type { ClientEvents, ServerEvents } from "#shared/contract/events.ts";
import { SOCKET_AUTH } from "#shared/contract/socket-auth.ts";
import {
  type JoinRequest,
  type DeliveryLag,
  TIMED_TEXT_PATTERN,
} from "../support/watcher-crowd-protocol.ts";
import { percentile } from "../support/measure.ts";

type WatcherSocket = Socket<ServerEvents, ClientEvents>;

const AT_ONCE = 25;
const watchers: WatcherSocket[] = [];
let lags: number[] = [];
let pendingDeltas = 0;
let resolveAwaited = () => {};

const now = () => performance.timeOrigin + performance.now();

const watch = async (
  { origin, debateId }: JoinRequest,
  cookie: string | undefined,
): Promise<void> => {
  const watcher: WatcherSocket = io(origin, {
    transports: ["websocket"],
    forceNew: true,
    auth: SOCKET_AUTH,
    reconnection: false,
    extraHeaders: { origin, ...(cookie !== undefined && { cookie }) },
  });
  watchers.push(watcher);
  watcher.on("turn:delta", ({ text }) => {
    const receivedAt = now();
    for (const [time] of text.matchAll(TIMED_TEXT_PATTERN)) lags.push(receivedAt - Number(time));
    if (lags.length >= pendingDeltas) resolveAwaited();
  });
  await once(watcher as unknown as NodeJS.EventEmitter, "connect");
  await watcher.emitWithAck("debate:join", { debateId });
};

const join = async (request: JoinRequest): Promise<void> => {
  while (watchers.length < request.watchers)
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, i) => watch(request, i % 2 ? request.cookie : undefined)),
    );
};

/** Waits until each watcher has received this many more deltas. Returns their lag. */
const measureLag = async (pieces: number): Promise<DeliveryLag> => {
  pendingDeltas = pieces * watchers.length;
  if (lags.length < pendingDeltas) await new Promise<void>((resolve) => (resolveAwaited = resolve));
  const lag = { median: percentile(lags, 0.5), p99: percentile(lags, 0.99) };
  lags = [];
  return lag;
};

/** This process runs many watchers. They join a debate and then measure the lag of deltas. */
process.on("message", async (request: { join: JoinRequest } | { measureLagOf: number }) => {
  const answer =
    "join" in request ? await join(request.join) : await measureLag(request.measureLagOf);
  process.send?.(answer ?? {});
});
onParentExit(() => process.exit(0));
process.send?.({ port: 0 });
