import { createHash } from "node:crypto";

/** Identifies a session without revealing its id. */
export const digestSessionId = (sid: string): string =>
  createHash("sha256").update(sid).digest("hex").slice(0, 32);
