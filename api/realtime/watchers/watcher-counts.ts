import { randomUUID } from "node:crypto";
import { parseDebateRoom, fullRoom, previewRoom, visitorRoom } from "#infra/realtime/rooms.ts";
import { type DebateCount, PeerCounts } from "./peer-counts.ts";
import type { ApiSocketServer } from "../sockets/create-socket-server.ts";

const REPORT_INTERVAL_MS = 1000;
/** Number of report intervals between two full reports to the other processes. */
const TICKS_PER_FULL_REPORT = 5;
/** Another process counts as gone after this many report intervals without a report. */
const PEER_TIMEOUT_TICKS = 3 * TICKS_PER_FULL_REPORT;

export interface WatcherCounts {
  /**
   * Returns the number of sockets that watch a debate, in all known processes. Sockets of pages
   * that only preview it, such as the landing page, are not counted.
   */
  count(debateId: number): number;
  /** Reports to the other processes that this process has no watchers. */
  close(): void;
}

/** Counts debates' watchers across all API processes and sends changes to clients. */
export const createWatcherCounts = (io: ApiSocketServer): WatcherCounts => {
  const self = randomUUID();
  const { adapter } = io.of("/");
  const peers = new PeerCounts();
  const changedDebates = new Set<number>();
  /** Last count sent to this process's clients, per debate. */
  const sentCounts = new Map<number, number>();
  let tick = 0;
  let isFullReportDue = true;

  const countSockets = (room: string): number => adapter.rooms.get(room)?.size ?? 0;
  const countLocal = (debateId: number): number =>
    countSockets(fullRoom(debateId)) +
    countSockets(visitorRoom(debateId)) -
    countSockets(previewRoom(debateId));
  const count = (debateId: number): number => countLocal(debateId) + peers.sum(debateId);

  const reportToPeers = (debates: Iterable<number>, isFullReport: boolean): void => {
    const counts = Array.from(debates, (id): DebateCount => [id, countLocal(id)]);
    io.serverSideEmit("watchers", self, counts, isFullReport);
  };

  const sendToBrowsers = (): void => {
    for (const [debateId, sentCount] of sentCounts) {
      const watchers = count(debateId);
      if (watchers === sentCount) continue;
      sentCounts.set(debateId, watchers);
      const rooms = [fullRoom(debateId), visitorRoom(debateId)];
      io.local.to(rooms).emit("watchers:updated", { debateId, watchers });
    }
  };

  const onRoomChange = (room: string): void => {
    const debateId = parseDebateRoom(room);
    if (debateId === null) return;
    changedDebates.add(debateId);
    if (countLocal(debateId) === 0) sentCounts.delete(debateId);
    else if (!sentCounts.has(debateId)) sentCounts.set(debateId, 0);
  };

  const onTick = (): void => {
    tick += 1;
    peers.deleteBefore(tick - PEER_TIMEOUT_TICKS);
    if (isFullReportDue || tick % TICKS_PER_FULL_REPORT === 0)
      reportToPeers(sentCounts.keys(), true);
    else if (changedDebates.size > 0) reportToPeers(changedDebates, false);
    isFullReportDue = false;
    changedDebates.clear();
    sendToBrowsers();
  };

  adapter.on("join-room", onRoomChange);
  adapter.on("leave-room", onRoomChange);
  io.on("watchers", (peer, counts, isFullReport) => {
    // A process that was unknown so far needs a full report of this process's counts.
    if (peers.update(peer, counts, isFullReport, tick)) isFullReportDue = true;
  });
  const timer = setInterval(onTick, REPORT_INTERVAL_MS).unref();

  return {
    count,
    close() {
      clearInterval(timer);
      reportToPeers([], true);
    },
  };
};
