import { setTimeout as pause } from "node:timers/promises";
import { ADMIN_ROOM, parseDebateRoom, parseUserRoom } from "#infra/realtime/rooms.ts";
import { getThrottledLogger } from "#infra/throttled-logger.ts";
import type { Context } from "#api/context.ts";
import { disconnectExpiredListeners } from "./disconnect-expired-listeners.ts";
import { createPresenceRecorder } from "./record-presence.ts";
import { createAccountResync } from "./account-resync.ts";
import { createAudioJobResync } from "./audio-job-resync.ts";
import { createLiveDebateResync } from "./live-debate-resync.ts";
import { createProviderResync } from "./provider-health.ts";
import { createOperationsResync } from "./operations-resync.ts";
import { createDebateResync } from "./debate-resync.ts";
import type { ApiSocketServer } from "../sockets/create-socket-server.ts";

/**
 * Resync interval. A page that missed an event gets the current state after at most two intervals.
 */
export const RESYNC_INTERVAL_MS = 2500;

/**
 * Sends the database state of all visible debates, accounts and jobs to this process's clients at
 * each interval, because events can be lost.
 */
export const startResync = (
  io: ApiSocketServer,
  context: Pick<Context, "env" | "logger" | "sql" | "providerHealth" | "liveStreams" | "audience">,
  intervalMs: number,
): { stop(): Promise<void> } => {
  const { sockets, adapter } = io.of("/");
  const { rooms } = adapter;
  let hasOpened = false;
  const onConnection = () => void (hasOpened = true);
  io.on("connection", onConnection);
  const resyncDebates = createDebateResync(io, context);
  const resyncAccounts = createAccountResync(io, context);
  const resyncAudioJobs = createAudioJobResync(context.sql, (job) =>
    io.local.to(ADMIN_ROOM).emit("audio-job:progress", job),
  );
  const resyncLiveDebates = createLiveDebateResync(io, context);
  const resyncOperations = createOperationsResync(io, context);
  const recordPresence = createPresenceRecorder(context);
  const resyncProviders = createProviderResync(io, context.providerHealth);
  const idsOf = (idOf: (room: string) => number | null) => [
    ...new Set(Array.from(rooms.keys(), idOf).filter((id) => id !== null)),
  ];
  const stopping = new AbortController();
  const runLoop = async () => {
    for (;;) {
      await pause(intervalMs, undefined, { signal: stopping.signal });
      const [debateIds, userIds] = [idsOf(parseDebateRoom), idsOf(parseUserRoom)];
      const pages = { pages: sockets.size, hasOpened };
      hasOpened = false;
      await Promise.all([
        resyncDebates(debateIds),
        resyncAccounts(userIds),
        disconnectExpiredListeners(context),
        recordPresence({ userIds, debateIds, ...pages }),
        resyncAudioJobs(),
        resyncLiveDebates(),
        context.audience.resync(),
        resyncOperations(),
        resyncProviders(),
      ]).catch((err: unknown) =>
        getThrottledLogger(context.logger).warn({ err }, "resync.read_failed"),
      );
    }
  };
  const loop = runLoop().catch(() => "stopping");
  return {
    async stop() {
      io.off("connection", onConnection);
      stopping.abort();
      await loop;
    },
  };
};
