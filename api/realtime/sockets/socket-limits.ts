import type { IncomingMessage } from "node:http";
import type { Logger } from "#infra/logger.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { getSocketClientAddress } from "#api/http/rate-limiting/client-address.ts";
import type { SocketConnection } from "./create-socket-server.ts";
import { TokenBucket } from "./token-bucket.ts";

/** Allowed messages of one socket. A page sends one when it opens and one when it reconnects. */
const SOCKET_ALLOWANCE = { burst: 60, perSecond: 2 };
/**
 * Allowed messages of all sockets of one network together. Reconnecting does not reset this count.
 */
const getAddressAllowance = (sockets: number) => ({ burst: 3 * sockets, perSecond: sockets / 4 });
const SWEEP_INTERVAL_MS = 60_000;

interface AddressUsage {
  open: number;
  bucket: TokenBucket;
}

export interface SocketLimits {
  admits(req: IncomingMessage): boolean;
  /** Counts a connection and its messages, and closes it above the limit. */
  track(connection: SocketConnection): void;
  /**
   * Throws `too_many_requests` for a connection that is about to be closed, so that the client gets
   * the reason.
   */
  requireBelowLimit(connection: SocketConnection): void;
  close(): void;
}

/** Limits the number of sockets and messages per client network, and messages per socket. */
export const createSocketLimits = (
  socketsPerAddress: number,
  logger: Logger,
  now: () => number = () => performance.now(),
): SocketLimits => {
  const senders = new Map<string, AddressUsage>();
  const tracked = new WeakMap<SocketConnection, { sender: AddressUsage; bucket: TokenBucket }>();
  const rateLimited = new WeakSet<SocketConnection>();

  const allowance = getAddressAllowance(socketsPerAddress);
  const findOrCreateUsage = (name: string): AddressUsage => {
    const usage = senders.get(name) ?? { open: 0, bucket: new TokenBucket(allowance, now()) };
    senders.set(name, usage);
    return usage;
  };
  const sweep = () => {
    for (const [name, { open, bucket }] of senders)
      if (open === 0 && bucket.isFull(now())) senders.delete(name);
  };
  const sweepTimer = setInterval(sweep, SWEEP_INTERVAL_MS).unref();

  const closeLimited = (connection: SocketConnection): void => {
    if (rateLimited.has(connection)) return;
    rateLimited.add(connection);
    logger.info("socket.rate_limited");
    // Closes the connection later, so that the pending response is sent first.
    setImmediate(() => connection.close());
  };

  // All connections share these handlers, because thousands of closures would take memory.
  function onClose(this: SocketConnection) {
    const entry = tracked.get(this);
    if (entry) entry.sender.open -= 1;
    tracked.delete(this);
  }
  function onPacket(this: SocketConnection) {
    const entry = tracked.get(this);
    if (entry && (!entry.bucket.take(now()) || !entry.sender.bucket.take(now())))
      closeLimited(this);
  }

  return {
    admits: (req) => (senders.get(getSocketClientAddress(req))?.open ?? 0) < socketsPerAddress,
    track(connection) {
      const sender = findOrCreateUsage(getSocketClientAddress(connection.request));
      sender.open += 1;
      tracked.set(connection, { sender, bucket: new TokenBucket(SOCKET_ALLOWANCE, now()) });
      connection.on("close", onClose);
      // The limit is checked again here, because concurrent handshakes are all admitted before any
      // of them is counted.
      if (sender.open > socketsPerAddress) connection.close();
      connection.on("packet", onPacket);
    },
    requireBelowLimit(connection) {
      if (rateLimited.has(connection))
        throw new DomainError("too_many_requests", "Too many requests. The connection was closed.");
    },
    close: () => clearInterval(sweepTimer),
  };
};
