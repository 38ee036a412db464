import { LISTS_FULL_ROOM, LISTS_VISITOR_ROOM } from "#infra/realtime/rooms.ts";
import { presentLiveDebate } from "#infra/presenters/live-debate-presenter.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";
import { listLiveDebates } from "#api/queries/debates/list-live-debates.ts";
import type { ApiSocket, ApiSocketServer } from "../sockets/create-socket-server.ts";

const ANY_MEMBER: Viewer = { id: 0, role: "user" };

export const joinListRooms = async (socket: ApiSocket): Promise<void> =>
  socket.join(socket.data.viewer ? LISTS_FULL_ROOM : LISTS_VISITOR_ROOM);

export const leaveListRooms = async (socket: ApiSocket): Promise<void> => {
  await socket.leave(LISTS_FULL_ROOM);
  await socket.leave(LISTS_VISITOR_ROOM);
};

/**
 * Sends the live debates and their current text to clients that show a list. One read serves all of
 * them; without such clients nothing is read.
 */
export const createLiveDebateResync =
  (io: ApiSocketServer, { sql }: Pick<Context, "sql">): (() => Promise<void>) =>
  async () => {
    const { rooms } = io.of("/").adapter;
    if (!rooms.has(LISTS_FULL_ROOM) && !rooms.has(LISTS_VISITOR_ROOM)) return;
    const rows = await listLiveDebates(sql);
    const buildPayload = (viewer: Viewer) => ({
      debates: rows.map((row) => presentLiveDebate(row, viewer)),
    });
    io.local.to(LISTS_VISITOR_ROOM).emit("debates:live", buildPayload(null));
    io.local.to(LISTS_FULL_ROOM).emit("debates:live", buildPayload(ANY_MEMBER));
  };
