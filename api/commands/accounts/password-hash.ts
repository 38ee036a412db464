import { randomBytes } from "node:crypto";
import { hash, hashRaw, verify } from "@node-rs/argon2";

/** Parameters of argon2id. The memory is in KiB. */
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, ARGON2_OPTIONS);

/**
 * Returns the hexadecimal argon2id digest of a text. The same text and salt always give the same
 * digest.
 */
export const computeSaltedDigest = async (text: string, salt: Uint8Array): Promise<string> =>
  (await hashRaw(text, { ...ARGON2_OPTIONS, salt })).toString("hex");

/**
 * Hash that a password is checked against if there is no account. Otherwise a fast answer would
 * reveal that the account does not exist.
 */
let dummyHash: Promise<string> | undefined;

/** Returns whether the password is right. `stored` is undefined if there is no account. */
export const verifyPassword = async (
  password: string,
  stored: string | undefined,
): Promise<boolean> => {
  dummyHash ??= hashPassword(randomBytes(16).toString("hex"));
  const isRight = await verify(stored ?? (await dummyHash), password).catch(() => false);
  return isRight && stored !== undefined;
};
