import { isIPv6 } from "node:net";

/** So many of the eight groups name the network that a household or a machine is given. */
const NETWORK_GROUPS = 4;
const THIS_MACHINE = "::1";
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * What limits count as one sender: an IPv4 address, or an IPv6 network (/64), of which every
 * address is as easily had as the next.
 */
export const senderAt = (address: string | undefined): string => {
  if (address === undefined) return "";
  if (address === THIS_MACHINE) return address;
  const mapped = MAPPED_IPV4.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = "", tail] = address.toLowerCase().replace(/%.*$/, "").split("::");
  const groups = head.split(":").filter(Boolean);
  const last = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - last.length) }, () => "0");
  const all = [...groups, ...(tail === undefined ? [] : zeros), ...last];
  const network = all
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
};
