import type { SessionEnded } from "#shared/contract/events.ts";

const TOASTS = {
  role_changed: ({ role }: SessionEnded) => ({
    title: "Role Changed",
    description: `Your role is now ${role ?? "a different one"}. Please sign in again.`,
  }),
  account_deleted: () => ({
    title: "Account Deleted",
    description: "An admin has deleted this account.",
  }),
  account_left: () => ({ title: "Account Deleted", description: "You have deleted this account." }),
  password_changed: () => ({
    title: "Signed Out",
    description: "The password of this account was changed. Please sign in again.",
  }),
  address_restored: () => ({
    title: "Signed Out",
    description: "The old email address of this account was restored. Please sign in again.",
  }),
  account_suspended: () => ({
    title: "Account Suspended",
    description: "An admin has suspended this account.",
  }),
  ended_by_admin: () => ({
    title: "Signed Out",
    description: "An admin has signed out this account everywhere. Please sign in again.",
  }),
} as const satisfies Record<SessionEnded["reason"], unknown>;

/** Says why the server has ended the session. */
export const describeSessionEnd = (event: SessionEnded): { title: string; description: string } =>
  TOASTS[event.reason](event);
