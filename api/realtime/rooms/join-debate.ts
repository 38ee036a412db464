import {
  debateRooms,
  fullRoom,
  previewRoom,
  resultsRoom,
  visitorRoom,
} from "#infra/realtime/rooms.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { type JoinDebateResponse, JoinDebateRequest } from "#shared/contract/events.ts";
import type { Context } from "#api/context.ts";
import { toErrorBody, toDomainError } from "#api/http/errors.ts";
import { parse } from "#api/http/parse.ts";
import { hasBrokenSeal } from "#api/queries/debates/are-results-sealed.ts";
import type { ApiSocket, ApiSocketServer } from "../sockets/create-socket-server.ts";
import type { VisibleDebates } from "./visible-debates.ts";

/** Maximum number of rooms per socket, including those for its id, user and session. */
const MAX_ROOMS = 20;

export interface JoinDeps {
  context: Pick<Context, "logger" | "logDenial" | "watchers" | "waitingTurns" | "coalescedSql">;
  visibleDebates: VisibleDebates;
}

export const toJoinRefusal = (
  { logger, logDenial }: Pick<Context, "logger" | "logDenial">,
  { data: { viewer, address } }: Pick<ApiSocket, "data">,
  err: unknown,
): JoinDebateResponse => {
  const error = toDomainError(err);
  if (error.code === "internal") logger.error({ err: error.cause }, error.message);
  if (error.isDenial)
    logDenial({ route: "debate:join", method: "SOCKET", viewer, reason: error.code, address });
  return { ok: false, error: toErrorBody(error) };
};

/**
 * Adds a socket to the room of a debate that its viewer may see. Visitors get a room of their own,
 * because they may see less. `request` is untrusted input.
 */
export const joinDebate = async (
  { context, visibleDebates }: JoinDeps,
  socket: ApiSocket,
  request: unknown,
): Promise<JoinDebateResponse> => {
  try {
    const { debateId, isPreview = false } = parse(JoinDebateRequest, request);
    const { viewer } = socket.data;
    const debate = await visibleDebates.requireVisible(viewer, debateId);
    if (socket.rooms.size >= MAX_ROOMS)
      throw new DomainError("too_many_requests", "You are watching too many debates at once.");
    // Joins the preview room first. After the next join, the socket counts as a watcher unless it
    // is in the preview room.
    if (isPreview) await socket.join(previewRoom(debateId));
    else await socket.leave(previewRoom(debateId));
    // Socket.IO ignores a join after the socket has disconnected.
    await socket.join(viewer ? fullRoom(debateId) : visitorRoom(debateId));
    // Reads the vote after the join, so that `joinResultsRooms` finds the socket if the user votes
    // during the read. The socket may also have been removed from the debate's rooms during the
    // read, so the next line checks that.
    const mayHaveResults = await hasBrokenSeal(context.coalescedSql, viewer, debate);
    if (mayHaveResults && socket.rooms.has(fullRoom(debateId)))
      await socket.join(resultsRoom(debateId));
    const waiting = context.waitingTurns.find(viewer, debateId);
    if (waiting) socket.emit("turn:waiting", waiting);
    return { ok: true, watchers: context.watchers.count(debateId) };
  } catch (err) {
    return toJoinRefusal(context, socket, err);
  }
};

/**
 * Lets users see the results of a debate that are hidden from others: adds their sockets in this
 * process that watch the debate to its results room.
 */
export const joinResultsRooms = (
  io: ApiSocketServer,
  debateId: number,
  userIds: ReadonlySet<number>,
): void => {
  const { adapter, sockets } = io.of("/");
  for (const id of adapter.rooms.get(fullRoom(debateId)) ?? []) {
    const socket = sockets.get(id);
    const userId = socket?.data.viewer?.id;
    if (userId !== undefined && userIds.has(userId)) void socket?.join(resultsRoom(debateId));
  }
};

export const leaveDebate = async (socket: ApiSocket, request: unknown): Promise<void> => {
  const { success, data } = JoinDebateRequest.safeParse(request);
  if (!success) return;
  for (const room of debateRooms(data.debateId)) await socket.leave(room);
};
