import { fullRoom, userRoom, visitorRoom } from "#infra/realtime/rooms.ts";
import type { DebateSnapshot } from "#shared/contract/events.ts";
import { VISITOR_MAX_TURNS } from "#shared/domain/accounts/visitor-limits.ts";
import type { Context } from "#api/context.ts";
import { listDebateSnapshots } from "#api/queries/debates/list-debate-snapshots.ts";
import type { ApiSocketServer } from "../sockets/socket-server.ts";

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
 * Resyncs debates to this process's watchers. Each call sends the snapshot that the previous call
 * read, so that a snapshot does not overtake events from before its read.
 */
export const createDebateResync = (
  io: ApiSocketServer,
  { sql }: Pick<Context, "sql">,
): ((debateIds: readonly number[]) => Promise<void>) => {
  let read: DebateSnapshot[] = [];
  let votesBefore = new Map<number, string>();

  const emitSnapshot = (room: string, snapshot: DebateSnapshot) => {
    const { adapter, sockets } = io.of("/");
    const pagesOfPreviousVersion = [...(adapter.rooms.get(room) ?? [])].filter(
      (id) => !sockets.get(id)?.data.receivesSnapshots,
    );
    io.local.to(room).except(pagesOfPreviousVersion).emit("debate:snapshot", snapshot);
    // Socket.IO sends an event for an empty list of rooms to every socket.
    if (pagesOfPreviousVersion.length > 0)
      io.local.to(pagesOfPreviousVersion).emit("debate:standing", snapshot);
  };
  const emitSnapshots = () => {
    for (const snapshot of read) {
      emitSnapshot(fullRoom(snapshot.debateId), snapshot);
      emitSnapshot(visitorRoom(snapshot.debateId), toVisitorSnapshot(snapshot));
    }
  };
  const emitVotes = (votes: ReadonlyMap<number, string>) => {
    for (const [debateId, now] of votes) {
      if (votesBefore.get(debateId) === now) continue;
      io.local.to([fullRoom(debateId), visitorRoom(debateId)]).emit("votes:updated", { debateId });
    }
  };
  const emitDeleted = (debateId: number) => {
    const rooms = [fullRoom(debateId), visitorRoom(debateId)];
    io.local.to(rooms).emit("debate:deleted", { debateId });
    io.local.in(rooms).socketsLeave(rooms);
  };

  /**
   * Removes everyone but the owner from the rooms of a debate that became private, in case the
   * regular event was lost.
   */
  const emitHidden = (debateId: number, ownerId: number) => {
    const rooms = [fullRoom(debateId), visitorRoom(debateId)];
    const others = io.local.in(rooms).except(userRoom(ownerId));
    others.emit("debate:hidden", { debateId });
    others.socketsLeave(rooms);
  };

  return async (debateIds) => {
    emitSnapshots();
    read = [];
    if (debateIds.length === 0) return;
    const rows = await listDebateSnapshots(sql, debateIds);
    read = rows.map(({ votes: _votes, userId: _userId, ...snapshot }) => snapshot);
    const votes = new Map(rows.map((row) => [row.debateId, row.votes]));
    emitVotes(votes);
    votesBefore = votes;
    for (const row of rows) if (!row.isPublic) emitHidden(row.debateId, row.userId);
    for (const debateId of debateIds) if (!votes.has(debateId)) emitDeleted(debateId);
  };
};
