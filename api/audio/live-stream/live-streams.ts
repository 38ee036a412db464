import { randomUUID } from "node:crypto";
import type { VoiceConfig } from "#infra/service-config.ts";
import { enqueueAnnouncements } from "#infra/services/audio/enqueue-announcements.ts";
import { recordListeners } from "#infra/services/audio/live-listeners.ts";
import { DomainError } from "#shared/contract/errors.ts";
import {
  type AnnouncementLanguage,
  selectAnnouncementLanguage,
} from "#shared/domain/audio/announcements.ts";
import type { LanguageTag } from "#shared/domain/debates/language/language.ts";
import { JOIN_OFFSET_MS, MAX_REWIND_MS } from "#shared/domain/audio/sentence-schedule.ts";
import type { UserRole, Viewer } from "#shared/domain/accounts/viewer.ts";
import { requireVisible } from "#api/queries/require-visible.ts";
import type { ApiSocketServer } from "#api/realtime/sockets/create-socket-server.ts";
import { getThrottledLogger } from "#infra/throttled-logger.ts";
import { LiveChannel, type LiveStreamDeps } from "./live-channel.ts";
import { findDebateVisibility } from "./debate-visibility.ts";
import { SEND_AHEAD_MS } from "./stream-renderer.ts";
import type { Sink } from "./listener-groups.ts";

const SEND_INTERVAL_MS = 200;
/**
 * Ticks of 200 ms between two reads of the schedule, 1 s in all. Workers announce new sentences in
 * between.
 */
const TICKS_PER_REFRESH = 5;
/** Ticks of 200 ms between two updates of the stored listener count, 2 s in all. */
const TICKS_PER_LISTENER_COUNT = 10;

export interface ListenRequest {
  debateId: number;
  /** The language of the debate. */
  language: LanguageTag;
  viewer: Viewer;
  sessionId: string;
  /** Position to start at, in milliseconds since 1970. Undefined for the current position. */
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
   * Opens a live stream. Call the returned function with a sink to start sending; it returns a
   * function that stops. Throws `not_found`, `conflict` if the debate is over, and
   * `too_many_requests`.
   */
  open(voice: VoiceConfig, request: ListenRequest): Promise<(sink: Sink) => () => void>;
  listSignedInListeners(): SignedInListener[];
  close(): void;
}

export const createLiveStreams = (
  deps: LiveStreamDeps,
  io: ApiSocketServer,
  maxPerSender: number,
): LiveStreams => {
  const { logger } = deps;
  const senders = new Map<string, number>();
  const self = randomUUID();
  const channels = new Map<number, LiveChannel>();
  const members = new Set<SignedInListener>();
  let ticks = 0;
  let hasRecordedListeners = false;

  const logFailure = (err: unknown) =>
    getThrottledLogger(logger).warn({ err }, "live_stream.read_failed");
  const recordListenerCounts = async () => {
    const active = [...channels.values()].filter(({ listeners }) => listeners > 0);
    hasRecordedListeners = active.length > 0;
    await recordListeners(deps.sql, self, active).catch(logFailure);
  };
  let sending: Promise<void> | undefined;
  const sendNow = async () => {
    const active = [...channels.values()].filter(({ listeners }) => listeners > 0);
    const visibility = await findDebateVisibility(
      deps.sql,
      active.map(({ debateId }) => debateId),
    );
    for (const channel of active) channel.sendDueAudio(visibility.get(channel.debateId));
  };
  /**
   * Reads the visibility of all debates before each send, so nothing is sent while the database is
   * down.
   */
  const send = () => {
    sending ??= sendNow()
      .catch(logFailure)
      .finally(() => (sending = undefined));
    return sending;
  };
  const tick = () => {
    ticks += 1;
    void send();
    for (const [debateId, channel] of channels) {
      if (channel.listeners === 0) channels.delete(debateId);
      else if (ticks % TICKS_PER_REFRESH === 0) channel.refresh().catch(logFailure);
    }
    if (ticks % TICKS_PER_LISTENER_COUNT === 0) void recordListenerCounts();
    if (channels.size === 0 && !hasRecordedListeners) stop();
  };
  let timer: NodeJS.Timeout | undefined;
  const start = () => (timer ??= setInterval(tick, SEND_INTERVAL_MS).unref());
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  io.on("speech:spoken", (debateId) => void channels.get(debateId)?.refresh().catch(logFailure));

  const openChannel = (
    debateId: number,
    voice: VoiceConfig,
    language: AnnouncementLanguage,
  ): LiveChannel => {
    const existing = channels.get(debateId);
    if (existing) return existing;
    void enqueueAnnouncements(deps, voice, language).catch(logFailure);
    const opened = new LiveChannel(debateId, deps, voice, language);
    channels.set(debateId, opened);
    start();
    return opened;
  };

  return {
    async open(voice, { debateId, language, viewer, sessionId, from, sender }) {
      if ((senders.get(sender) ?? 0) >= maxPerSender)
        throw new DomainError("too_many_requests", "Too many listeners from your network.");
      const channel = openChannel(debateId, voice, selectAnnouncementLanguage(language, voice));
      await channel.refresh();
      requireVisible(viewer, channel.debate);
      const now = channel.now();
      // A client that reconnects may already have audio of the near future. So its position may lie
      // ahead of `now`, but at most by the send-ahead limit.
      const requestedAt = Math.min(from ?? now - JOIN_OFFSET_MS, now + SEND_AHEAD_MS);
      const startsAt = Math.max(now - MAX_REWIND_MS, requestedAt);
      const { items, outlook } = channel.getSchedule(viewer);
      if (outlook === "end" && (items.at(-1)?.endsAt ?? 0) <= startsAt)
        throw new DomainError("conflict", "This debate has finished. Play its turns instead.");
      return (sink) => {
        // The channel may have been removed or replaced since `open` looked it up.
        const current = channels.get(debateId) ?? channel;
        channels.set(debateId, current);
        start();
        const behindMs = Math.max(0, now - startsAt);
        // Only the product's pages send a position. They show that the voices are synthetic, so the
        // stream need not say it.
        const hasPage = from !== undefined;
        const options = {
          from: startsAt,
          behindMs,
          isExact: hasPage,
          startsWithDisclosure: !hasPage,
        };
        const listener = current.addListener(viewer, sink, options);
        senders.set(sender, (senders.get(sender) ?? 0) + 1);
        const end = () => {
          current.removeListener(listener);
          sink.end();
        };
        const member = viewer && { sessionId, role: viewer.role, end };
        if (member) members.add(member);
        void recordListenerCounts();
        void current.refresh().then(send, logFailure);
        return () => {
          current.removeListener(listener);
          if (member) members.delete(member);
          const remaining = (senders.get(sender) ?? 1) - 1;
          if (remaining > 0) senders.set(sender, remaining);
          else senders.delete(sender);
        };
      };
    },
    listSignedInListeners: () => [...members],
    close() {
      stop();
      for (const channel of channels.values()) channel.close();
      channels.clear();
    },
  };
};
