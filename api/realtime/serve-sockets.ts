import type { IncomingMessage, Server as HttpServer } from "node:http";
import type { RequestHandler } from "express";
import type { Session, SessionData, Store } from "express-session";
import { ADMIN_ROOM, sessionRoom, userRoom } from "#infra/realtime/rooms.ts";
import type { JoinAnswer } from "#shared/contract/events.ts";
import { isAdmin } from "#shared/domain/viewer.ts";
import { viewerOf } from "../http/session.ts";
import { type Hall, joinDebate, leaveDebate, refusal } from "./join-debate.ts";
import { joinLists, leaveLists } from "./repeat-live-debates.ts";
import type { SocketLimits } from "./limit-sockets.ts";
import type { ApiSocket, ApiSocketServer, Connection } from "./socket-server.ts";

declare module "node:http" {
  /** The handshake's request, after the session middleware. */
  interface IncomingMessage {
    session: Session & Partial<SessionData>;
    sessionID: string;
    sessionStore: Store;
  }
}

/** Later requests of a polling client carry its id: their session is known. */
const isHandshake = (req: IncomingMessage): boolean => !/[?&]sid=/.test(req.url ?? "");

/**
 * A session may have ended while the socket was opened, before the cut could find it. Where that
 * cannot be told, the connection alone is closed: its browser comes back, and is asked again.
 */
const cutIfOver = (socket: ApiSocket, { sessionStore, sessionID }: IncomingMessage): void => {
  sessionStore.get(sessionID, (err: unknown, session) => {
    if (err) socket.conn.close();
    else if (!session) socket.disconnect(true);
  });
};

const welcome = (socket: ApiSocket): void => {
  const { request } = socket;
  const viewer = viewerOf(request);
  socket.data.viewer = viewer;
  if (viewer) {
    socket.data.sessionId = request.sessionID;
    socket.data.mustAddFactor = request.session.mustAddFactor ?? false;
    void socket.join([userRoom(viewer.id), sessionRoom(request.sessionID)]);
    if (isAdmin(viewer)) void socket.join(ADMIN_ROOM);
    cutIfOver(socket, request);
  }
  // Kept for the connection's whole life otherwise, with all its headers. Not deleted, which would
  // make every later use of the connection slower.
  Object.assign(socket.conn, { request: null });
};

/** Attaches the sockets to the HTTP server: same sessions, same origin rule. */
export const serveSockets = (
  io: ApiSocketServer,
  server: HttpServer,
  sessions: RequestHandler,
  { limits, ...hall }: Hall & { limits: SocketLimits },
): void => {
  io.attach(server);
  io.engine.use(((req, res, next) =>
    isHandshake(req) ? sessions(req, res, next) : next()) satisfies RequestHandler);
  io.engine.on("connection", (connection: Connection) => limits.watch(connection));
  const welcomed = new WeakSet<Connection>();
  io.on("connection", (socket) => {
    // A page comes once over a connection; nothing is known any more of who comes again.
    if (welcomed.has(socket.conn)) {
      socket.conn.close();
      return;
    }
    welcomed.add(socket.conn);
    welcome(socket);
    // What a socket asks for is done one after the other.
    let last: Promise<unknown> = Promise.resolve();
    const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
      const done = last.then(act);
      last = done;
      return done;
    };
    const join = (request: unknown): Promise<JoinAnswer> | JoinAnswer => {
      try {
        limits.requireModest(socket.conn);
      } catch (err) {
        return refusal(hall.context.logger, err);
      }
      return inTurn(() => joinDebate(hall, socket, request));
    };
    socket.on("debate:join", async (request, answer) => {
      const joined = await join(request);
      // A client that does not want the answer sends no function.
      if (typeof answer === "function") answer(joined);
    });
    socket.on("debate:leave", (request) => inTurn(() => leaveDebate(socket, request)));
    socket.on("lists:join", () => inTurn(() => joinLists(socket)));
    socket.on("lists:leave", () => inTurn(() => leaveLists(socket)));
  });
};
