import type { LinkKind } from "./mail.ts";

/** How many of each way to an account were removed when it was recovered. */
export interface RemovedAccess {
  sessions: number;
  passkeys: number;
  apps: number;
  recoveryCodes: number;
  /** Devices that had signed in before. */
  devices: number;
  /** Links in mails that could have signed in, or changed the account. */
  links: number;
}

export const NOTHING_REMOVED: RemovedAccess = {
  sessions: 0,
  passkeys: 0,
  apps: 0,
  recoveryCodes: 0,
  devices: 0,
  links: 0,
};

const NAMES: Record<keyof RemovedAccess, [one: string, many: string]> = {
  sessions: ["session", "sessions"],
  passkeys: ["passkey", "passkeys"],
  apps: ["authenticator app", "authenticator apps"],
  recoveryCodes: ["recovery code", "recovery codes"],
  devices: ["known device", "known devices"],
  links: ["unused link from a mail", "unused links from mails"],
};

/** What was removed, for people: "2 sessions", "1 passkey". Empty where nothing was. */
export const removedList = (removed: RemovedAccess): string[] =>
  (Object.keys(NAMES) as (keyof RemovedAccess)[])
    .filter((each) => removed[each] > 0)
    .map((each) => `${removed[each]} ${NAMES[each][removed[each] === 1 ? 0 : 1]}`);

interface LinkUse {
  /** Whether the account's address was confirmed before. */
  isConfirmed: boolean;
  /** Whether the browser that uses the link is signed in to the account. */
  isOwnSession: boolean;
}

/** Links that are asked for by a signed-in user, whose session may stay. */
const KEEPS_SESSION: ReadonlySet<LinkKind> = new Set<LinkKind>(["confirm_email", "change_email"]);

/** Whether the session that uses a link survives the recovery. */
export const keepsSession = (kind: LinkKind, isOwnSession: boolean): boolean =>
  isOwnSession && KEEPS_SESSION.has(kind);

/**
 * Whether using a link removes every other way to the account. Before its address is proved, the
 * account may be somebody else's who only typed the address; a new address proves nothing about the
 * other ways unless the browser that confirms it is signed in.
 */
export const removesAccess = (kind: LinkKind, { isConfirmed, isOwnSession }: LinkUse): boolean => {
  const isProved: Record<LinkKind, boolean> = {
    reset_password: false,
    undo_email: false,
    confirm_email: isConfirmed,
    sign_in: isConfirmed,
    change_email: isConfirmed && isOwnSession,
    stop_debate_finished: true,
  };
  return !isProved[kind];
};
