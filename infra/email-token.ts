import { createHash, randomBytes } from "node:crypto";

/** A random token of 256 bits for a link in an email. */
export const createToken = (): string => randomBytes(32).toString("base64url");

/** The digest of a token; only it is stored. */
export const digestToken = (token: string): string =>
  createHash("sha256").update(token).digest("hex");
