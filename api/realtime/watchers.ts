import { randomUUID } from "node:crypto";
import { debateOfRoom, fullRoom, visitorRoom } from "#infra/realtime/rooms.ts";
import { type DebateCount, PeerCounts } from "./peer-counts.ts";
import type { ApiSocketServer } from "./socket-server.ts";

/** Changes go out, to peers and to browsers, at most this often. */
const TICK_MS = 1000;
/** Every so many ticks a process says all it knows, */
const TICKS_A_BEAT = 5;
/** and it is taken for gone after so many of silence. */
const TICKS_TO_LIVE = 3 * TICKS_A_BEAT;

export interface Watchers {
  /** Sockets that watch a debate, in all processes, as far as this one has heard. */
  count(debateId: number): number;
  /** Tells the others that this process has none any more. */
  close(): void;
}

/** Counts debates' watchers over all API processes, and tells the browsers when it changes. */
export const countWatchers = (io: ApiSocketServer): Watchers => {
  const self = randomUUID();
  const { adapter } = io.of("/");
  const peers = new PeerCounts();
  const changedHere = new Set<number>();
  /** What the browsers of this process were told last, for each debate watched here. */
  const told = new Map<number, number>();
  let tick = 0;
  let isWholeDue = true;

  const countHere = (debateId: number): number =>
    (adapter.rooms.get(fullRoom(debateId))?.size ?? 0) +
    (adapter.rooms.get(visitorRoom(debateId))?.size ?? 0);
  const count = (debateId: number): number => countHere(debateId) + peers.sum(debateId);

  const tellPeers = (debates: Iterable<number>, isWhole: boolean): void => {
    const counts = Array.from(debates, (id): DebateCount => [id, countHere(id)]);
    io.serverSideEmit("watchers", self, counts, isWhole);
  };

  const tellBrowsers = (): void => {
    for (const [debateId, before] of told) {
      const watchers = count(debateId);
      if (watchers === before) continue;
      told.set(debateId, watchers);
      const rooms = [fullRoom(debateId), visitorRoom(debateId)];
      io.local.to(rooms).emit("watchers:updated", { debateId, watchers });
    }
  };

  const noteChange = (room: string): void => {
    const debateId = debateOfRoom(room);
    if (debateId === null) return;
    changedHere.add(debateId);
    if (countHere(debateId) === 0) told.delete(debateId);
    else if (!told.has(debateId)) told.set(debateId, 0);
  };

  const onTick = (): void => {
    tick += 1;
    peers.forgetBefore(tick - TICKS_TO_LIVE);
    if (isWholeDue || tick % TICKS_A_BEAT === 0) tellPeers(told.keys(), true);
    else if (changedHere.size > 0) tellPeers(changedHere, false);
    isWholeDue = false;
    changedHere.clear();
    tellBrowsers();
  };

  adapter.on("join-room", noteChange);
  adapter.on("leave-room", noteChange);
  io.on("watchers", (peer, counts, isWhole) => {
    // A process that has just started wants to hear everything.
    if (peers.hear(peer, counts, isWhole, tick)) isWholeDue = true;
  });
  const ticking = setInterval(onTick, TICK_MS).unref();

  return {
    count,
    close() {
      clearInterval(ticking);
      tellPeers([], true);
    },
  };
};
