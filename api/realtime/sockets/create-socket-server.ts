import type { IncomingMessage } from "node:http";
import { Server, type Socket } from "socket.io";
import type { Backend } from "#infra/backend/backend.ts";
import type { ProcessEvents } from "#infra/realtime/event-publisher.ts";
import type { ClientEvents, ServerEvents } from "#shared/contract/events.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { getSocketClientAddress } from "#api/http/rate-limiting/client-address.ts";
import type { LogDenial } from "#api/http/authorization-log.ts";
import type { OriginCheck } from "#api/http/server/origin-check.ts";
import type { DebateCount } from "../watchers/peer-counts.ts";

export interface AudienceChange {
  debateId: number;
  /** Turns with new reactions. */
  turnIds: number[];
  /** Users who have reacted or voted, and see the reactions from now on. */
  userIds: number[];
}

export interface PeerEvents extends ProcessEvents {
  /**
   * Reports a process's watcher counts to the other processes. In a full report, debates that are
   * not listed have no watchers in that process.
   */
  watchers: (peer: string, counts: DebateCount[], isFullReport: boolean) => void;
  "audience:changed": (change: AudienceChange) => void;
}

interface SocketData {
  viewer: Viewer;
  /** The client address, shortened to its network for IPv6 (see `normalizeClientAddress`). */
  address: string;
  sessionId: string;
  /** True for admins with reduced rights, until they add a second factor. */
  mustAddFactor: boolean;
  /** Whether the page handles the event `debate:snapshot`. Pages of the previous version do not. */
  receivesSnapshots: boolean;
  /** The last request of this socket. The next request waits until it is done. */
  lastRequest?: Promise<unknown>;
}

export type ApiSocketServer = Server<ClientEvents, ServerEvents, PeerEvents, SocketData>;
export type ApiSocket = Socket<ClientEvents, ServerEvents, PeerEvents, SocketData>;

export type SocketConnection = ApiSocket["conn"];

const MAX_MESSAGE_BYTES = 10_000;

/** The path of handshakes, and of the requests of a polling client. */
const ROUTE = "/socket.io/";

export const createSocketServer = (
  backend: Backend,
  checkOrigin: (req: IncomingMessage) => ReturnType<OriginCheck>,
  { admits }: { admits(req: IncomingMessage): boolean },
  logDenial: LogDenial,
): ApiSocketServer =>
  new Server({
    adapter: backend.socketAdapter("listening"),
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    httpCompression: false,
    perMessageDeflate: false,
    allowRequest(req, answer) {
      if (!admits(req)) return answer("Too many connections from your network.", false);
      const isAllowed = checkOrigin(req) !== "cross";
      if (!isAllowed)
        logDenial({
          route: ROUTE,
          method: req.method ?? "GET",
          // The session is not loaded yet, so the viewer is unknown.
          viewer: null,
          reason: "cross_origin",
          address: getSocketClientAddress(req),
        });
      answer(null, isAllowed);
    },
  });
