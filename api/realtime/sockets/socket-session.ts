import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import type { Session, SessionData, Store } from "express-session";
import { ADMIN_ROOM, sessionRoom, userRoom } from "#infra/realtime/rooms.ts";
import { SOCKET_AUTH } from "#shared/contract/socket-auth.ts";
import { isAdmin } from "#shared/domain/accounts/viewer.ts";
import { getSocketClientAddress } from "#api/http/rate-limiting/client-address.ts";
import { getViewer } from "#api/http/session/session.ts";
import type { ApiSocket } from "./create-socket-server.ts";

declare module "node:http" {
  interface IncomingMessage {
    session: Session & Partial<SessionData>;
    sessionID: string;
    sessionStore: Store;
  }
}

/**
 * Returns whether the request opens a connection. Later requests of a polling client contain the
 * connection's id, and its session is already known.
 */
const isHandshake = (req: IncomingMessage): boolean => !/[?&]sid=/.test(req.url ?? "");

/**
 * Loads the session of each handshake from its cookie, with the session middleware of the routes.
 */
export const loadSocketSession =
  (sessions: RequestHandler): RequestHandler =>
  (req, res, next) =>
    isHandshake(req) ? sessions(req, res, next) : next();

/**
 * Disconnects a socket whose session has already ended. The end of a session disconnects only the
 * sockets in the session's room, and this socket may have joined it too late. If the session cannot
 * be read, closes only the transport, so that the client reconnects and is checked again.
 */
const disconnectIfSessionEnded = (
  socket: ApiSocket,
  { sessionStore, sessionID }: IncomingMessage,
): void => {
  sessionStore.get(sessionID, (err: unknown, session) => {
    if (err) socket.conn.close();
    else if (!session) socket.disconnect(true);
  });
};

/** Replaces the handshake data, which nothing reads once the socket is connected. */
const EMPTY_HANDSHAKE: Partial<ApiSocket["handshake"]> = Object.freeze({});

/** Stores the session's user in the socket, and joins the rooms of the session and its user. */
export const initializeSocket = (socket: ApiSocket): void => {
  const { request, handshake } = socket;
  const viewer = getViewer(request);
  socket.data.viewer = viewer;
  socket.data.address = getSocketClientAddress(request);
  socket.data.receivesSnapshots = handshake.auth["receives"] === SOCKET_AUTH.receives;
  if (viewer) {
    socket.data.sessionId = request.sessionID;
    socket.data.mustAddFactor = request.session.mustAddFactor ?? false;
    void socket.join([userRoom(viewer.id), sessionRoom(request.sessionID)]);
    if (isAdmin(viewer)) void socket.join(ADMIN_ROOM);
    disconnectIfSessionEnded(socket, request);
  }
  // Releases the request with its headers, which would stay in memory as long as the connection.
  // The fields are overwritten and not deleted, because `delete` makes later property access slow.
  Object.assign(socket.conn, { request: null });
  Object.assign(socket, { handshake: EMPTY_HANDSHAKE });
};
