import type { Request } from "express";
import type { Env } from "#infra/env.ts";

/** The WebAuthn relying party. A passkey only signs for the one it was created for. */
export interface RelyingParty {
  id: string;
  origin: string;
  name: string;
}

/** Uses the configured origin, never the Host header. Without one it is localhost. */
export const getRelyingParty = (
  { publicOrigin, productName }: Pick<Env, "publicOrigin" | "productName">,
  { socket }: Request,
): RelyingParty => {
  const origin = publicOrigin ?? `http://localhost:${socket.localPort}`;
  return { id: new URL(origin).hostname, origin, name: productName };
};
