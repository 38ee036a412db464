import type { Request } from "express";
import type { Env } from "#infra/env.ts";

/** The WebAuthn relying party: the site that a passkey is valid for. */
export interface RelyingParty {
  id: string;
  origin: string;
  name: string;
}

/**
 * Returns the relying party of the configured origin, or of localhost without one. Never uses the
 * Host header, which the client chooses.
 */
export const getRelyingParty = (
  { publicOrigin, productName }: Pick<Env, "publicOrigin" | "productName">,
  { socket }: Request,
): RelyingParty => {
  const origin = publicOrigin ?? `http://localhost:${socket.localPort}`;
  return { id: new URL(origin).hostname, origin, name: productName };
};
