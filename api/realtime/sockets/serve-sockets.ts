import type { Server as HttpServer } from "node:http";
import type { RequestHandler } from "express";
import type { JoinDebateResponse } from "#shared/contract/events.ts";
import { type JoinDeps, joinDebate, leaveDebate, toJoinRefusal } from "../rooms/join-debate.ts";
import { joinListRooms, leaveListRooms } from "../resync/live-debate-resync.ts";
import type { SocketLimits } from "./socket-limits.ts";
import type { ApiSocket, ApiSocketServer, SocketConnection } from "./create-socket-server.ts";
import { initializeSocket, loadSocketSession } from "./socket-session.ts";

const runInOrder = <T>({ data }: ApiSocket, task: () => Promise<T>): Promise<T> => {
  const result = (data.lastRequest ?? Promise.resolve()).then(task);
  data.lastRequest = result;
  return result;
};

/** Attaches the Socket.IO server to the HTTP server, with the same sessions and origin check. */
export const serveSockets = (
  io: ApiSocketServer,
  server: HttpServer,
  sessions: RequestHandler,
  { limits, ...joinDeps }: JoinDeps & { limits: SocketLimits },
): void => {
  io.attach(server);
  io.engine.use(loadSocketSession(sessions));
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
