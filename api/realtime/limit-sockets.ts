import type { IncomingMessage } from "node:http";
import type { Logger } from "#infra/logger.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { senderAt } from "../http/address.ts";
import type { Connection } from "./socket-server.ts";
import { TokenBucket } from "./token-bucket.ts";

/** A page says a word when it opens, and a word when it comes back. */
const OF_SOCKET = { burst: 60, perSecond: 2 };
/** All of an address together: one that comes back anew has not got rid of what it has said. */
const ofAddress = (sockets: number) => ({ burst: 3 * sockets, perSecond: sockets / 4 });
const SWEEP_MS = 60_000;

interface Sender {
  open: number;
  bucket: TokenBucket;
}

/** Express's requests, which those of the server are, know past which proxies to look. */
const senderOf = (req: IncomingMessage): string =>
  senderAt("ip" in req && typeof req.ip === "string" ? req.ip : req.socket.remoteAddress);

export interface SocketLimits {
  /** Whether one more may come from where this comes from. */
  admits(req: IncomingMessage): boolean;
  /** Counts a connection and all it says; one that overdoes it is cut. */
  watch(connection: Connection): void;
  /** Throws too_many_requests for one that is about to be cut: it hears why. */
  requireModest(connection: Connection): void;
  close(): void;
}

/** Keeps anybody's sockets from being too many, and from saying too much. */
export const limitSockets = (
  socketsPerAddress: number,
  logger: Logger,
  now: () => number = () => performance.now(),
): SocketLimits => {
  const senders = new Map<string, Sender>();
  const watched = new WeakMap<Connection, { sender: Sender; own: TokenBucket }>();
  const immodest = new WeakSet<Connection>();

  const allowance = ofAddress(socketsPerAddress);
  const find = (name: string): Sender => {
    const known = senders.get(name) ?? { open: 0, bucket: new TokenBucket(allowance, now()) };
    senders.set(name, known);
    return known;
  };
  const sweep = () => {
    for (const [name, { open, bucket }] of senders)
      if (open === 0 && bucket.isFull(now())) senders.delete(name);
  };
  const sweeping = setInterval(sweep, SWEEP_MS).unref();

  const cut = (connection: Connection): void => {
    if (immodest.has(connection)) return;
    immodest.add(connection);
    logger.info("a socket that said too much is cut");
    // What answers its last word goes out before.
    setImmediate(() => connection.close());
  };

  // One of each for all connections, which there are thousands of.
  function onClose(this: Connection) {
    const known = watched.get(this);
    if (known) known.sender.open -= 1;
    watched.delete(this);
  }
  function onPacket(this: Connection) {
    const known = watched.get(this);
    if (known && (!known.own.take(now()) || !known.sender.bucket.take(now()))) cut(this);
  }

  return {
    admits: (req) => (senders.get(senderOf(req))?.open ?? 0) < socketsPerAddress,
    watch(connection) {
      const sender = find(senderOf(connection.request));
      sender.open += 1;
      watched.set(connection, { sender, own: new TokenBucket(OF_SOCKET, now()) });
      connection.on("close", onClose);
      // Those that came in the same moment were all admitted.
      if (sender.open > socketsPerAddress) connection.close();
      connection.on("packet", onPacket);
    },
    requireModest(connection) {
      if (immodest.has(connection))
        throw new DomainError(
          "too_many_requests",
          "You are asking too often. The connection is closed.",
        );
    },
    close: () => clearInterval(sweeping),
  };
};
