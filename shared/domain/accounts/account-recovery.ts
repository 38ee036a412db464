import type { EmailLinkKind } from "../email.ts";

/** Number of removed credentials per kind, after the recovery of an account. */
export interface RemovedAccess {
  sessions: number;
  passkeys: number;
  apps: number;
  recoveryCodes: number;
  devices: number;
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

const ACCESS_NAMES: Record<keyof RemovedAccess, [one: string, many: string]> = {
  sessions: ["session", "sessions"],
  passkeys: ["passkey", "passkeys"],
  apps: ["authenticator app", "authenticator apps"],
  recoveryCodes: ["recovery code", "recovery codes"],
  devices: ["known device", "known devices"],
  links: ["unused email link", "unused email links"],
};

/** Describes what was removed: "2 sessions", "1 passkey". Empty if nothing was. */
export const describeRemovedAccess = (removed: RemovedAccess): string[] =>
  (Object.keys(ACCESS_NAMES) as (keyof RemovedAccess)[])
    .filter((kind) => removed[kind] > 0)
    .map((kind) => `${removed[kind]} ${ACCESS_NAMES[kind][removed[kind] === 1 ? 0 : 1]}`);

interface EmailLinkUse {
  isConfirmed: boolean;
  isOwnSession: boolean;
}

/**
 * Kinds of links that signed-in users request. A browser that is signed in to the account keeps its
 * session when it opens such a link.
 */
const LINKS_THAT_KEEP_SESSION: ReadonlySet<EmailLinkKind> = new Set<EmailLinkKind>([
  "confirm_email",
  "change_email",
]);

export const isSessionKept = (kind: EmailLinkKind, isOwnSession: boolean): boolean =>
  isOwnSession && LINKS_THAT_KEEP_SESSION.has(kind);

/**
 * Returns whether using a link removes all other access to the account. A link that recovers the
 * account always does, and an unsubscribe link never does. Any other link removes it while the
 * address is unconfirmed, because a stranger may have registered with the address. A link that
 * changes the address also removes it, unless the browser is signed in to the account.
 */
export const isAccessRemoved = (
  kind: EmailLinkKind,
  { isConfirmed, isOwnSession }: EmailLinkUse,
): boolean => {
  const isProved: Record<EmailLinkKind, boolean> = {
    reset_password: false,
    undo_email: false,
    confirm_email: isConfirmed,
    sign_in: isConfirmed,
    change_email: isConfirmed && isOwnSession,
    stop_debate_finished: true,
  };
  return !isProved[kind];
};
