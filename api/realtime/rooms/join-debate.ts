import { fullRoom, visitorRoom } from "#infra/realtime/rooms.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { type JoinDebateResponse, JoinDebateRequest } from "#shared/contract/events.ts";
import type { Context } from "#api/context.ts";
import { toErrorBody, toDomainError } from "#api/http/errors.ts";
import { parse } from "#api/http/parse.ts";
import type { ApiSocket } from "../sockets/socket-server.ts";
import type { VisibleDebates } from "./visible-debates.ts";

/** Maximum number of rooms per socket, including those for its id, user and session. */
const MAX_ROOMS = 20;

export interface JoinDeps {
  context: Pick<Context, "logger" | "logDenial" | "watchers">;
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
    const { debateId } = parse(JoinDebateRequest, request);
    const { viewer } = socket.data;
    await visibleDebates.requireVisible(viewer, debateId);
    if (socket.rooms.size >= MAX_ROOMS)
      throw new DomainError("too_many_requests", "You are watching too many debates at once.");
    // Socket.IO ignores a join after the socket has disconnected.
    await socket.join(viewer ? fullRoom(debateId) : visitorRoom(debateId));
    return { ok: true, watchers: context.watchers.count(debateId) };
  } catch (err) {
    return toJoinRefusal(context, socket, err);
  }
};

export const leaveDebate = async (socket: ApiSocket, request: unknown): Promise<void> => {
  const { success, data } = JoinDebateRequest.safeParse(request);
  if (!success) return;
  await socket.leave(fullRoom(data.debateId));
  await socket.leave(visitorRoom(data.debateId));
};
