import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";

/** Number of 16-bit groups in a /64 network, which providers assign to one household or machine. */
const IPV6_NETWORK_GROUPS = 4;
const LOOPBACK_IPV6 = "::1";
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Returns the key that rate limits count by: the IPv4 address, or the /64 network of an IPv6
 * address, because a client can use any address of its network.
 */
export const normalizeClientAddress = (address: string | undefined): string => {
  if (address === undefined) return "";
  if (address === LOOPBACK_IPV6) return address;
  const mapped = MAPPED_IPV4.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = "", tail] = address.toLowerCase().replace(/%.*$/, "").split("::");
  const groups = head.split(":").filter(Boolean);
  const last = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - last.length) }, () => "0");
  const allGroups = [...groups, ...(tail === undefined ? [] : zeros), ...last];
  const network = allGroups
    .slice(0, IPV6_NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
};

/**
 * Returns the client address of a socket handshake: Express's `ip`, which considers the trusted
 * proxies, or else the address of the connection.
 */
export const getSocketClientAddress = (req: IncomingMessage): string =>
  normalizeClientAddress(
    "ip" in req && typeof req.ip === "string" ? req.ip : req.socket.remoteAddress,
  );
