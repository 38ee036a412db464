import { createHash, randomBytes } from "node:crypto";

/** What stands in a mail's link, and nowhere else: 256 bits that nobody guesses. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** What is kept of it. */
export const digestOf = (token: string): string => createHash("sha256").update(token).digest("hex");
