import { setTimeout as pause } from "node:timers/promises";
import { ADMIN_ROOM, debateOfRoom, userOfRoom } from "#infra/realtime/rooms.ts";
import { sparing } from "#infra/sparing.ts";
import type { Context } from "../context.ts";
import { endListening } from "./end-listening.ts";
import { createConnectedNoter } from "./note-connected.ts";
import { createAccountsTeller } from "./repeat-accounts.ts";
import { createAudioJobsTeller } from "./repeat-audio-jobs.ts";
import { createLiveTeller } from "./repeat-live-debates.ts";
import { createProvidersTeller } from "./provider-health.ts";
import { createOperationsTeller } from "./repeat-operations.ts";
import { createStandingsTeller } from "./repeat-standings.ts";
import type { ApiSocketServer } from "./socket-server.ts";

/** Resync interval. A page that missed an event is correct after at most two intervals. */
export const REPEAT_MS = 2500;

/**
 * Sends the database state of all visible debates, accounts and jobs to this process's clients at
 * each interval, because events can be lost.
 */
export const repeatRows = (
  io: ApiSocketServer,
  context: Context,
  intervalMs: number,
): { stop(): Promise<void> } => {
  const { rooms } = io.of("/").adapter;
  const tellStandings = createStandingsTeller(io, context);
  const tellAccounts = createAccountsTeller(io, context);
  const tellAudioJobs = createAudioJobsTeller(context.reads, (job) =>
    io.local.to(ADMIN_ROOM).emit("audio-job:progress", job),
  );
  const tellLive = createLiveTeller(io, context);
  const tellOperations = createOperationsTeller(io, context);
  const noteConnected = createConnectedNoter(context);
  const tellProviders = createProvidersTeller(io, context.providerHealth);
  const idsOf = (idOf: (room: string) => number | null) => [
    ...new Set(Array.from(rooms.keys(), idOf).filter((id) => id !== null)),
  ];
  const stopping = new AbortController();
  const beat = async () => {
    for (;;) {
      await pause(intervalMs, undefined, { signal: stopping.signal });
      await Promise.all([
        tellStandings(idsOf(debateOfRoom)),
        tellAccounts(idsOf(userOfRoom)),
        endListening(context),
        noteConnected(idsOf(userOfRoom)),
        tellAudioJobs(),
        tellLive(),
        tellOperations(),
        tellProviders(),
      ]).catch((err: unknown) =>
        sparing(context.logger).warn({ err }, "the rows could not be read"),
      );
    }
  };
  const beating = beat().catch(() => "stopping");
  return {
    async stop() {
      stopping.abort();
      await beating;
    },
  };
};
