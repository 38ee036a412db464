import type { IncomingMessage } from "node:http";
import { Server, type Socket } from "socket.io";
import type { Backend } from "#infra/backend/backend.ts";
import type { ProcessEvents } from "#infra/realtime/announce.ts";
import type { ClientEvents, ServerEvents } from "#shared/contract/events.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import type { OriginCheck } from "../http/origin.ts";
import type { DebateCount } from "./peer-counts.ts";

/** What API processes tell each other, and what workers tell them. */
export interface PeerEvents extends ProcessEvents {
  /** How many watchers a process has; `isWhole`: and none but these. */
  watchers: (peer: string, counts: DebateCount[], isWhole: boolean) => void;
}

interface SocketData {
  viewer: Viewer;
  /** The id of the viewer's session. */
  sessionId: string;
  /** They have fewer rights than their role gives, until they have added a second factor. */
  mustAddFactor: boolean;
  /** What it has asked for last: its next waits for that. */
  lastAsked?: Promise<unknown>;
}

export type ApiSocketServer = Server<ClientEvents, ServerEvents, PeerEvents, SocketData>;
export type ApiSocket = Socket<ClientEvents, ServerEvents, PeerEvents, SocketData>;

/** What a socket's packets come over. */
export type Connection = ApiSocket["conn"];

/** Clients say little. */
const MAX_MESSAGE_BYTES = 10_000;

/** The Socket.IO server of an API process, not yet attached to its HTTP server. */
export const createSocketServer = (
  backend: Backend,
  checkOrigin: (req: IncomingMessage) => ReturnType<OriginCheck>,
  { admits }: { admits(req: IncomingMessage): boolean },
): ApiSocketServer =>
  new Server({
    adapter: backend.socketAdapter("listening"),
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    httpCompression: false,
    perMessageDeflate: false,
    allowRequest: (req, answer) =>
      admits(req)
        ? answer(null, checkOrigin(req) !== "cross")
        : answer("There are too many connections from your address.", false),
  });
