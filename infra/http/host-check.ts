import { isIP, isIPv6 } from "node:net";

/** Names of this machine: a browser sends them as Host only for addresses of this machine. */
const LOCAL_HOST_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/** `name`, `name:port`, `[address]` or `[address]:port`. */
const HOST_HEADER_PATTERN = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\]+)(?::\d*)?$/;

/**
 * The name in a Host header: lower case, without port and trailing dot. Null if it is malformed.
 */
export const parseHostHeader = (host: string): string | null =>
  HOST_HEADER_PATTERN.exec(host.toLowerCase())?.[1]?.replace(/\.$/, "") ?? null;

/**
 * Normalizes a host to the form of a Host header, with IPv6 addresses in brackets. Null if it is
 * invalid.
 */
export const normalizeHostName = (text: string): string | null => {
  const name = text.toLowerCase().replace(/\.$/, "");
  if (isIPv6(name)) return `[${name}]`;
  if (name.startsWith("[")) return isIPv6(name.slice(1, -1)) && name.endsWith("]") ? name : null;
  return /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name) ? name : null;
};

const isIpAddress = (name: string): boolean => isIP(name.replace(/^\[|\]$/g, "")) !== 0;

export interface AllowedHosts {
  publicOrigin?: string | undefined;
  allowedHosts?: readonly string[];
}

/**
 * Returns a check whether requests with this Host header are served: any port, but only known
 * names.
 */
export const createHostCheck = (
  { publicOrigin, allowedHosts = [] }: AllowedHosts = {},
  /** Accepts IP addresses as Host: DNS rebinding needs a name. */
  { allowAddresses = false } = {},
): ((host: string | undefined) => boolean) => {
  const ownName = publicOrigin === undefined ? null : parseHostHeader(new URL(publicOrigin).host);
  const names = new Set([
    ...LOCAL_HOST_NAMES,
    ...allowedHosts,
    ...(ownName === null ? [] : [ownName]),
  ]);
  return (host = "") => {
    const name = parseHostHeader(host);
    return name !== null && (names.has(name) || (allowAddresses && isIpAddress(name)));
  };
};
