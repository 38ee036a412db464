import { randomBytes } from "node:crypto";
import { hash, hashRaw, verify } from "@node-rs/argon2";

/** argon2id; memory in KiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/**
 * Returns the hexadecimal argon2id digest of a text. The same text and salt always give the same
 * digest.
 */
export const saltedDigest = async (text: string, salt: Uint8Array): Promise<string> =>
  (await hashRaw(text, { ...COST, salt })).toString("hex");

/** Compared with if there is no account, so that a login takes the same time. */
let nobodysHash: Promise<string> | undefined;

/** Whether the password is right. Takes the same time if there is no account. */
export const isPassword = async (
  password: string,
  stored: string | undefined,
): Promise<boolean> => {
  nobodysHash ??= hashPassword(randomBytes(16).toString("hex"));
  const isRight = await verify(stored ?? (await nobodysHash), password).catch(() => false);
  return isRight && stored !== undefined;
};
