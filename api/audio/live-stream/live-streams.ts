import { randomUUID } from "node:crypto";
import type { VoiceConfig } from "#infra/service-config.ts";
import { enqueueAnnouncements } from "#infra/services/audio/enqueue-announcements.ts";
import { recordListeners } from "#infra/services/audio/live-listeners.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { JOIN_OFFSET_MS, MAX_REWIND_MS } from "#shared/domain/audio/sentence-schedule.ts";
import type { UserRole, Viewer } from "#shared/domain/accounts/viewer.ts";
import { requireVisible } from "#api/queries/require-visible.ts";
import type { ApiSocketServer } from "#api/realtime/sockets/socket-server.ts";
import { getThrottledLogger } from "#infra/throttled-logger.ts";
import { LiveChannel, type LiveStreamDeps } from "./live-channel.ts";
import { findDebateVisibility } from "./debate-visibility.ts";
import { SEND_AHEAD_MS } from "./stream-renderer.ts";
import type { Sink } from "./listener-groups.ts";

const SEND_INTERVAL_MS = 200;
/** Ticks between reads of the schedule. Workers also announce new sentences. */
const TICKS_PER_REFRESH = 5;
/** Ticks between updates of the stored number of listeners. */
const TICKS_PER_LISTENER_COUNT = 10;

export interface ListenRequest {
  debateId: number;
  viewer: Viewer;
  sessionId: string;
  /** Start time in milliseconds since 1970. Undefined for now. */
  from: number | undefined;
  sender: string;
}

export interface SignedInListener {
  sessionId: string;
  role: UserRole;
  end(): void;
}

export interface LiveStreams {
  /**
   * Opens a live stream. The returned function starts sending to an outlet and returns a function
   * to stop. Throws not_found, conflict if the debate is over, and too_many_requests.
   */
  tune(voice: VoiceConfig, wish: ListenRequest): Promise<(outlet: Sink) => () => void>;
  members(): SignedInListener[];
  close(): void;
}

export const createLiveStreams = (
  parts: LiveStreamDeps,
  io: ApiSocketServer,
  mostPerSender: number,
): LiveStreams => {
  const { logger } = parts;
  const senders = new Map<string, number>();
  const self = randomUUID();
  const channels = new Map<number, LiveChannel>();
  const members = new Set<SignedInListener>();
  let ticks = 0;
  let hasNoted = false;

  const logged = (err: unknown) =>
    getThrottledLogger(logger).warn({ err }, "live_stream.read_failed");
  const note = async () => {
    const heard = [...channels.values()].filter(({ listeners }) => listeners > 0);
    if (heard.length === 0 && !hasNoted) return;
    hasNoted = heard.length > 0;
    await recordListeners(parts.sql, self, heard).catch(logged);
  };
  let sending: Promise<void> | undefined;
  const sendNow = async () => {
    const heard = [...channels.values()].filter(({ listeners }) => listeners > 0);
    if (heard.length === 0) return;
    const shown = await findDebateVisibility(
      parts.sql,
      heard.map(({ debateId }) => debateId),
    );
    for (const channel of heard) channel.hear(shown.get(channel.debateId));
  };
  /** Reads visibility before each send. While the database is down, nothing is sent. */
  const send = () => {
    sending ??= sendNow()
      .catch(logged)
      .finally(() => (sending = undefined));
    return sending;
  };
  const tick = () => {
    ticks += 1;
    void send();
    for (const [debateId, channel] of channels) {
      if (channel.listeners === 0) channels.delete(debateId);
      else if (ticks % TICKS_PER_REFRESH === 0) channel.look().catch(logged);
    }
    if (ticks % TICKS_PER_LISTENER_COUNT === 0) void note();
    if (channels.size === 0 && !hasNoted) stop();
  };
  let ticking: NodeJS.Timeout | undefined;
  const start = () => (ticking ??= setInterval(tick, SEND_INTERVAL_MS).unref());
  const stop = () => {
    clearInterval(ticking);
    ticking = undefined;
  };
  io.on("speech:spoken", (debateId) => void channels.get(debateId)?.look().catch(logged));

  const find = (debateId: number, voice: VoiceConfig): LiveChannel => {
    const known = channels.get(debateId);
    if (known) return known;
    void enqueueAnnouncements(parts, voice).catch(logged);
    const opened = new LiveChannel(debateId, parts, voice);
    channels.set(debateId, opened);
    start();
    return opened;
  };

  return {
    async tune(voice, { debateId, viewer, sessionId, from, sender }) {
      if ((senders.get(sender) ?? 0) >= mostPerSender)
        throw new DomainError("too_many_requests", "Too many listeners from your network.");
      const channel = find(debateId, voice);
      await channel.look();
      requireVisible(viewer, channel.broadcast);
      const now = channel.now();
      // A reconnecting client may already have audio up to the send-ahead limit.
      const wanted = Math.min(from ?? now - JOIN_OFFSET_MS, now + SEND_AHEAD_MS);
      const place = Math.max(now - MAX_REWIND_MS, wanted);
      const { items, outlook } = channel.programme(viewer);
      if (outlook === "end" && (items.at(-1)?.endsAt ?? 0) <= place)
        throw new DomainError("conflict", "This debate has finished. Play its turns instead.");
      return (outlet) => {
        // The channel may have been removed or replaced since the lookup.
        const current = channels.get(debateId) ?? channel;
        channels.set(debateId, current);
        start();
        const behindMs = Math.max(0, now - place);
        const tuning = { from: place, behindMs, isExact: from !== undefined };
        const seat = current.seat(viewer, outlet, tuning);
        senders.set(sender, (senders.get(sender) ?? 0) + 1);
        const end = () => {
          current.leave(seat);
          outlet.end();
        };
        const member = viewer && { sessionId, role: viewer.role, end };
        if (member) members.add(member);
        void note();
        void current.look().then(send, logged);
        return () => {
          current.leave(seat);
          if (member) members.delete(member);
          const others = (senders.get(sender) ?? 1) - 1;
          if (others > 0) senders.set(sender, others);
          else senders.delete(sender);
        };
      };
    },
    members: () => [...members],
    close() {
      stop();
      for (const channel of channels.values()) channel.close();
      channels.clear();
    },
  };
};
