import { once } from "node:events";
import { io, type Socket } from "socket.io-client";
import { stopWithParent } from "#infra/process/stop-with-parent.ts";
import type { ClientEvents, ServerEvents } from "#shared/contract/events.ts";
import { type Join, type Lag, PIECES } from "./join-crowd.ts";
import { percentile } from "./measure.ts";

type Watcher = Socket<ServerEvents, ClientEvents>;

const AT_ONCE = 25;
const watchers: Watcher[] = [];
let lags: number[] = [];
let awaited = 0;
let heardAll = () => {};

const now = () => performance.timeOrigin + performance.now();

const watch = async ({ origin, debateId }: Join, cookie: string | undefined): Promise<void> => {
  const watcher: Watcher = io(origin, {
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
    extraHeaders: { origin, ...(cookie !== undefined && { cookie }) },
  });
  watchers.push(watcher);
  watcher.on("turn:delta", ({ text }) => {
    const heardAt = now();
    for (const [time] of text.matchAll(PIECES)) lags.push(heardAt - Number(time));
    if (lags.length >= awaited) heardAll();
  });
  await once(watcher as unknown as NodeJS.EventEmitter, "connect");
  await watcher.emitWithAck("debate:join", { debateId });
};

const join = async (request: Join): Promise<void> => {
  while (watchers.length < request.watchers)
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, i) => watch(request, i % 2 ? request.cookie : undefined)),
    );
};

/** Waits until every watcher has heard so many pieces, counted from the last time on. */
const hear = async (pieces: number): Promise<Lag> => {
  awaited = pieces * watchers.length;
  if (lags.length < awaited) await new Promise<void>((resolve) => (heardAll = resolve));
  const lag = { median: percentile(lags, 0.5), p99: percentile(lags, 0.99) };
  lags = [];
  return lag;
};

/** Many watchers in a process of their own: joins them, then tells what they hear. */
process.on("message", async (request: { join: Join } | { hear: number }) => {
  const answer = "join" in request ? await join(request.join) : await hear(request.hear);
  process.send?.(answer ?? {});
});
stopWithParent(() => process.exit(0));
process.send?.({ port: 0 });
