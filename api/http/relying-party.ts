import type { Request } from "express";
import type { Env } from "#infra/env.ts";

/** For whom a passkey is, in WebAuthn's words: it signs nothing for anybody else. */
export interface RelyingParty {
  /** The host's name. */
  id: string;
  origin: string;
  name: string;
}

/** As the product was told where it lives, never as a request says; else as it listens on this machine. */
export const relyingParty = (
  { publicOrigin, productName }: Pick<Env, "publicOrigin" | "productName">,
  { socket }: Request,
): RelyingParty => {
  const origin = publicOrigin ?? `http://localhost:${socket.localPort}`;
  return { id: new URL(origin).hostname, origin, name: productName };
};
