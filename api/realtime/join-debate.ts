import { fullRoom, visitorRoom } from "#infra/realtime/rooms.ts";
import type { Logger } from "#infra/logger.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { type JoinAnswer, WatchDebate } from "#shared/contract/events.ts";
import type { Context } from "../context.ts";
import { errorBody, toDomainError } from "../http/errors.ts";
import { parse } from "../http/parse.ts";
import type { ApiSocket } from "./socket-server.ts";
import type { VisibleDebates } from "./visible-debates.ts";

/** Rooms of one socket, its own ones included: nobody watches more debates than that at once. */
const MAX_ROOMS = 20;

/** What joining works with. */
export interface Hall {
  context: Context;
  visible: VisibleDebates;
}

export const refusal = (logger: Logger, err: unknown): JoinAnswer => {
  const error = toDomainError(err);
  if (error.code === "internal") logger.error({ err: error.cause }, error.message);
  return { ok: false, error: errorBody(error) };
};

/**
 * Lets a socket into the room of a debate that its viewer may see: members where everything is
 * said, visitors where they hear what they may. `request` is whatever the client sent.
 */
export const joinDebate = async (
  { context, visible }: Hall,
  socket: ApiSocket,
  request: unknown,
): Promise<JoinAnswer> => {
  try {
    const { debateId } = parse(WatchDebate, request);
    const { viewer } = socket.data;
    await visible.requireVisible(viewer, debateId);
    if (socket.rooms.size >= MAX_ROOMS)
      throw new DomainError("too_many_requests", "You are watching too many debates at once.");
    // Socket.IO ignores the join of a socket that has disconnected meanwhile.
    await socket.join(viewer ? fullRoom(debateId) : visitorRoom(debateId));
    return { ok: true, watchers: context.watchers.count(debateId) };
  } catch (err) {
    return refusal(context.logger, err);
  }
};

export const leaveDebate = async (socket: ApiSocket, request: unknown): Promise<void> => {
  const { success, data } = WatchDebate.safeParse(request);
  if (!success) return;
  await socket.leave(fullRoom(data.debateId));
  await socket.leave(visitorRoom(data.debateId));
};
