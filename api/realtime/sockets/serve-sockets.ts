import type { IncomingMessage, Server as HttpServer } from "node:http";
import type { RequestHandler } from "express";
import type { Session, SessionData, Store } from "express-session";
import { ADMIN_ROOM, sessionRoom, userRoom } from "#infra/realtime/rooms.ts";
import type { JoinDebateResponse } from "#shared/contract/events.ts";
import { SOCKET_AUTH } from "#shared/contract/socket-auth.ts";
import { isAdmin } from "#shared/domain/accounts/viewer.ts";
import { getSocketClientAddress } from "#api/http/rate-limiting/client-address.ts";
import { getViewer } from "#api/http/session/session.ts";
import { type JoinDeps, joinDebate, leaveDebate, toJoinRefusal } from "../rooms/join-debate.ts";
import { joinListRooms, leaveListRooms } from "../resync/live-debate-resync.ts";
import type { SocketLimits } from "./socket-limits.ts";
import type { ApiSocket, ApiSocketServer, SocketConnection } from "./socket-server.ts";

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
 * Disconnects a socket whose session ended before the socket joined the session's room, because the
 * end of a session disconnects only the sockets in the room. If the check fails, closes only the
 * transport, so that the client reconnects and is checked again.
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

const runInOrder = <T>({ data }: ApiSocket, task: () => Promise<T>): Promise<T> => {
  const result = (data.lastRequest ?? Promise.resolve()).then(task);
  data.lastRequest = result;
  return result;
};

/** Replaces the handshake data, which nothing reads once the socket is connected. */
const EMPTY_HANDSHAKE: Partial<ApiSocket["handshake"]> = Object.freeze({});

const initializeSocket = (socket: ApiSocket): void => {
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
  // Assigned instead of deleted, because `delete` makes later property access slow.
  Object.assign(socket.conn, { request: null });
  Object.assign(socket, { handshake: EMPTY_HANDSHAKE });
};

/** Attaches the Socket.IO server to the HTTP server, with the same sessions and origin check. */
export const serveSockets = (
  io: ApiSocketServer,
  server: HttpServer,
  sessions: RequestHandler,
  { limits, ...joinDeps }: JoinDeps & { limits: SocketLimits },
): void => {
  io.attach(server);
  io.engine.use(((req, res, next) =>
    isHandshake(req) ? sessions(req, res, next) : next()) satisfies RequestHandler);
  io.engine.on("connection", (connection: SocketConnection) => limits.track(connection));
  const knownConnections = new WeakSet<SocketConnection>();

  // All sockets share these handlers, because thousands of closures would take memory.
  async function onJoinDebate(this: ApiSocket, request: unknown, answer: unknown) {
    const response = await join(this, request);
    if (typeof answer === "function") answer(response);
  }
  async function onLeaveDebate(this: ApiSocket, request: unknown) {
    await runInOrder(this, () => leaveDebate(this, request));
  }
  async function onJoinLists(this: ApiSocket) {
    await runInOrder(this, () => joinListRooms(this));
  }
  async function onLeaveLists(this: ApiSocket) {
    await runInOrder(this, () => leaveListRooms(this));
  }
  const join = async (socket: ApiSocket, request: unknown): Promise<JoinDebateResponse> => {
    try {
      limits.requireBelowLimit(socket.conn);
    } catch (err) {
      return toJoinRefusal(joinDeps.context, socket, err);
    }
    return runInOrder(socket, () => joinDebate(joinDeps, socket, request));
  };
  io.on("connection", (socket) => {
    // A connection's session is read only for its first socket, so a second socket is rejected.
    if (knownConnections.has(socket.conn)) {
      socket.conn.close();
      return;
    }
    knownConnections.add(socket.conn);
    initializeSocket(socket);
    socket
      .on("debate:join", onJoinDebate)
      .on("debate:leave", onLeaveDebate)
      .on("lists:join", onJoinLists)
      .on("lists:leave", onLeaveLists);
  });
};
