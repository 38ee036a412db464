import { randomBytes } from "node:crypto";
import { hash, hashRaw, verify } from "@node-rs/argon2";

/** argon2id; memory in KiB. */
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, ARGON2_OPTIONS);

/**
 * Returns the hexadecimal argon2id digest of a text. The same text and salt always give the same
 * digest.
 */
export const computeSaltedDigest = async (text: string, salt: Uint8Array): Promise<string> =>
  (await hashRaw(text, { ...ARGON2_OPTIONS, salt })).toString("hex");

/** Compared with if there is no account, so that a login takes the same time. */
let dummyHash: Promise<string> | undefined;

/** Whether the password is right. Takes the same time if there is no account. */
export const verifyPassword = async (
  password: string,
  stored: string | undefined,
): Promise<boolean> => {
  dummyHash ??= hashPassword(randomBytes(16).toString("hex"));
  const isRight = await verify(stored ?? (await dummyHash), password).catch(() => false);
  return isRight && stored !== undefined;
};
