import { createHash } from "node:crypto";

/** Identifies a session without revealing its id. */
export const digestSessionId = (sessionId: string): string =>
  createHash("sha256").update(sessionId).digest("hex").slice(0, 32);
