import {
  debateRooms,
  fullRoom,
  resultsRoom,
  userRoom,
  visitorRoom,
} from "#infra/realtime/rooms.ts";
import type { DebateSnapshot } from "#shared/contract/events.ts";
import { isSealedTurn, isSealInForce } from "#shared/domain/debates/judging/sealed-results.ts";
import { VISITOR_MAX_TURNS } from "#shared/domain/accounts/visitor-limits.ts";
import type { Context } from "#api/context.ts";
import {
  type DebateSnapshotColumns,
  listDebateSnapshots,
} from "#api/queries/debates/list-debate-snapshots.ts";
import { joinResultsRooms } from "../rooms/join-debate.ts";
import type { ApiSocketServer } from "../sockets/create-socket-server.ts";

const toVisitorSnapshot = ({ turns, ...progress }: DebateSnapshot): DebateSnapshot => ({
  ...progress,
  scores: null,
  turns: turns
    .slice(0, VISITOR_MAX_TURNS)
    .map(({ id, attempt, status, bytes, audio, isHidden }) => ({
      id,
      attempt,
      status,
      bytes,
      audio,
      isHidden,
      isJudged: false,
    })),
});

/**
 * A debate's snapshot. `sealed` is the same without the last results, for members who have neither
 * voted nor skipped the vote. It is null when all members see the results.
 */
interface ReadSnapshot {
  snapshot: DebateSnapshot;
  sealed: DebateSnapshot | null;
}

const toSealedSnapshot = (snapshot: DebateSnapshot, maxTurns: number): DebateSnapshot => ({
  ...snapshot,
  scores: null,
  turns: snapshot.turns.map((turn, index) =>
    isSealedTurn(index + 1, maxTurns) ? { ...turn, isJudged: false } : turn,
  ),
});

const splitRow = (row: DebateSnapshotColumns): ReadSnapshot => {
  const { votes: _votes, userId: _userId, maxTurns, spokenAt, answeredBy: _by, ...snapshot } = row;
  const isInForce = isSealInForce({ status: row.status, spokenAt }, Date.now());
  return { snapshot, sealed: isInForce ? toSealedSnapshot(snapshot, maxTurns) : null };
};

/**
 * Resyncs debates to this process's watchers. Each call sends the snapshot that the previous call
 * read, so that a snapshot does not overtake events from before its read.
 */
export const createDebateResync = (
  io: ApiSocketServer,
  { sql }: Pick<Context, "sql">,
): ((debateIds: readonly number[]) => Promise<void>) => {
  let read: ReadSnapshot[] = [];
  let votesBefore = new Map<number, string>();

  const emitSnapshot = (room: string, snapshot: DebateSnapshot, exceptRoom?: string) => {
    const { adapter, sockets } = io.of("/");
    const excluded = exceptRoom === undefined ? [] : [exceptRoom];
    const isExcluded = (id: string) => excluded.some((name) => adapter.rooms.get(name)?.has(id));
    const pagesOfPreviousVersion = [...(adapter.rooms.get(room) ?? [])].filter(
      (id) => !sockets.get(id)?.data.receivesSnapshots && !isExcluded(id),
    );
    io.local
      .to(room)
      .except([...excluded, ...pagesOfPreviousVersion])
      .emit("debate:snapshot", snapshot);
    // If the list of rooms is empty, Socket.IO sends an event to every socket.
    if (pagesOfPreviousVersion.length > 0)
      io.local.to(pagesOfPreviousVersion).emit("debate:standing", snapshot);
  };
  const emitSnapshots = () => {
    for (const { snapshot, sealed } of read) {
      const { debateId } = snapshot;
      if (sealed) {
        emitSnapshot(fullRoom(debateId), sealed, resultsRoom(debateId));
        emitSnapshot(resultsRoom(debateId), snapshot);
      } else emitSnapshot(fullRoom(debateId), snapshot);
      emitSnapshot(visitorRoom(debateId), toVisitorSnapshot(snapshot));
    }
  };
  const emitVotes = (votes: ReadonlyMap<number, string>) => {
    for (const [debateId, now] of votes) {
      if (votesBefore.get(debateId) === now) continue;
      io.local.to([fullRoom(debateId), visitorRoom(debateId)]).emit("votes:updated", { debateId });
    }
  };
  const emitDeleted = (debateId: number) => {
    const rooms = debateRooms(debateId);
    io.local.to(rooms).emit("debate:deleted", { debateId });
    io.local.in(rooms).socketsLeave(rooms);
  };

  /**
   * Removes everyone but the owner from the rooms of a debate that became private, in case the
   * regular event was lost.
   */
  const emitHidden = (debateId: number, ownerId: number) => {
    const rooms = debateRooms(debateId);
    const others = io.local.in(rooms).except(userRoom(ownerId));
    others.emit("debate:hidden", { debateId });
    others.socketsLeave(rooms);
  };

  return async (debateIds) => {
    emitSnapshots();
    read = [];
    if (debateIds.length === 0) return;
    const rows = await listDebateSnapshots(sql, debateIds);
    // Adds users who have voted or skipped the vote to the room with results, in case the regular
    // event was lost.
    for (const { debateId, answeredBy } of rows)
      if (answeredBy) joinResultsRooms(io, debateId, new Set(answeredBy));
    read = rows.map(splitRow);
    const votes = new Map(rows.map((row) => [row.debateId, row.votes]));
    emitVotes(votes);
    votesBefore = votes;
    for (const row of rows) if (!row.isPublic) emitHidden(row.debateId, row.userId);
    for (const debateId of debateIds) if (!votes.has(debateId)) emitDeleted(debateId);
  };
};
