import { randomBytes } from "node:crypto";
import { hash, hashRaw, verify } from "@node-rs/argon2";

/** argon2id; memory in KiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** The argon2id digest of a text under this salt, in hexadecimal: the same text always gives the same. */
export const saltedDigest = async (text: string, salt: Uint8Array): Promise<string> =>
  (await hashRaw(text, { ...COST, salt })).toString("hex");

/** Stands in for accounts that do not exist, so that they take as long as those that do. */
let nobodysHash: Promise<string> | undefined;

/** Whether the password is the account's. Takes the same time when there is no account. */
export const isPassword = async (
  password: string,
  stored: string | undefined,
): Promise<boolean> => {
  nobodysHash ??= hashPassword(randomBytes(16).toString("hex"));
  const isRight = await verify(stored ?? (await nobodysHash), password).catch(() => false);
  return isRight && stored !== undefined;
};
