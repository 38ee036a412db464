import { createHash } from "node:crypto";

/** A name for a session that nobody can sign in with. */
export const sessionDigest = (sid: string): string =>
  createHash("sha256").update(sid).digest("hex").slice(0, 32);
