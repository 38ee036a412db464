import { createHmac } from "node:crypto";

/**
 * Returns a digest of a client's network. It differs for each debate and purpose, so that acts in
 * different debates cannot be linked to one person.
 */
export const computeNetworkDigest = (
  secret: string | undefined,
  purpose: "report" | "ballot",
  debateId: number,
  address: string,
): string =>
  createHmac("sha256", secret ?? "")
    .update(`${purpose} ${debateId} ${address}`)
    .digest("base64url");
