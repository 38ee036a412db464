import { isIP, isIPv6 } from "node:net";

/**
 * Names of the local machine. They are always allowed, because a browser sends such a name as Host
 * only to the local machine.
 */
const LOCAL_HOST_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/** Matches `name`, `name:port`, `[address]` and `[address]:port`. */
const HOST_HEADER_PATTERN = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\]+)(?::\d*)?$/;

/**
 * Returns the name in a Host header in lower case, without port and trailing dot. Null if it is
 * malformed.
 */
export const parseHostHeader = (host: string): string | null =>
  HOST_HEADER_PATTERN.exec(host.toLowerCase())?.[1]?.replace(/\.$/, "") ?? null;

/**
 * Returns a configured host in the form of a Host header, with IPv6 addresses in brackets. Null if
 * it is invalid.
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

/** Returns a function that checks a Host header. It accepts only known names, with any port. */
export const createHostCheck = (
  { publicOrigin, allowedHosts = [] }: AllowedHosts = {},
  /**
   * Whether any IP address is accepted as Host. That is safe, because DNS rebinding needs a name.
   */
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
