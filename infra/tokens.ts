import { createHash, randomBytes } from "node:crypto";

/** A random token of 256 bits, for links in emails and device cookies. */
export const createToken = (): string => randomBytes(32).toString("base64url");

/** The digest of a token. Only the digest is stored, never the token. */
export const digestToken = (token: string): string =>
  createHash("sha256").update(token).digest("hex");

/** Identifies a session without revealing its id. */
export const digestSessionId = (sessionId: string): string => digestToken(sessionId).slice(0, 32);
