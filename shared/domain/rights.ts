import type { DebateStatus } from "./debate.ts";
import { hasRole, isAdmin, type SignedIn, type UserRole, type Viewer } from "./viewer.ts";

export interface DebateSubject {
  userId: number;
  isPublic: boolean;
  onlyOwnerSteps: boolean;
  status: DebateStatus;
  /** The user who turned Auto-Play on. Only `directAutoPlay` uses it. */
  autoPlay?: { by: { id: number } | null };
}

export type AccountSubject = SignedIn;

type Right<Subject> = (viewer: Viewer, subject: Subject) => boolean;

const isOwner: Right<DebateSubject> = (viewer, debate) => viewer?.id === debate.userId;

/** Private debates are visible to their owner only, public ones to everyone. */
const maySee: Right<DebateSubject> = (viewer, debate) => debate.isPublic || isOwner(viewer, debate);

/** Every signed-in user who can see it. The owner has paid for the whole debate. */
const mayTakePart: Right<DebateSubject> = (viewer, debate) =>
  viewer !== null && maySee(viewer, debate);

const mayStep: Right<DebateSubject> = (viewer, debate) =>
  mayTakePart(viewer, debate) && (!debate.onlyOwnerSteps || isOwner(viewer, debate));

/**
 * Whether previews, pictures and search engines may show it: it is public, shared by its owner and
 * not unlisted.
 */
export const isShareable = (debate: {
  isPublic: boolean;
  shareEnabled: boolean;
  isUnlisted: boolean;
}): boolean => debate.isPublic && debate.shareEnabled && !debate.isUnlisted;

const DEBATE_RIGHTS = {
  see: maySee,
  step: mayStep,
  /** Restart a failed turn, which costs money again. */
  restart: (viewer, debate) =>
    maySee(viewer, debate) && (isOwner(viewer, debate) || isAdmin(viewer)),
  /** Pause a running Auto-Play or change its pace. While it is off, only the owner. */
  directAutoPlay: (viewer, debate) => {
    const by = debate.autoPlay?.by ?? null;
    const isDirector = by !== null && (by.id === viewer?.id || isAdmin(viewer));
    return maySee(viewer, debate) && (isOwner(viewer, debate) || isDirector);
  },
  vote: mayTakePart,
  react: mayTakePart,
  report: (viewer, debate) => maySee(viewer, debate) && !isOwner(viewer, debate),
  change: isOwner,
  delete: (viewer, debate) => isOwner(viewer, debate) || isAdmin(viewer),
} satisfies Record<string, Right<DebateSubject>>;

const ACCOUNT_RIGHTS = {
  setRole: (viewer) => hasRole(viewer, "superadmin"),
  /** Admins cannot change admins, including themselves. */
  setCredits: (viewer, account) => hasRole(viewer, isAdmin(account) ? "superadmin" : "admin"),
  /** An admin must lose the role first. */
  deleteAccount: (viewer, account) => isAdmin(viewer) && !isAdmin(account),
  suspend: (viewer, account) => isAdmin(viewer) && !isAdmin(account),
  /** Only superadmins end the sessions of admins and superadmins. */
  endSessions: (viewer, account) => hasRole(viewer, isAdmin(account) ? "superadmin" : "admin"),
} satisfies Record<string, Right<AccountSubject>>;

export type DebateAct = keyof typeof DEBATE_RIGHTS;
export type AccountAct = keyof typeof ACCOUNT_RIGHTS;

export const AUTO_PLAY_REFUSAL =
  "Only the debate's owner, whoever turned Auto-Play on, and admins may pause it or change its pace.";

export const ACCOUNT_REFUSALS = {
  setRole: "Only superadmins change roles.",
  setCredits: "Only superadmins set the credits of admins.",
  deleteAccount: "Admins cannot be deleted. Take the role away first.",
  suspend: "Admins cannot be suspended. Take the role away first.",
  endSessions: "Only superadmins sign out admins.",
} as const satisfies Record<AccountAct, string>;

type SubjectOf = Record<DebateAct, DebateSubject> & Record<AccountAct, AccountSubject>;

const RIGHTS: { [A in keyof SubjectOf]: Right<SubjectOf[A]> } = {
  ...DEBATE_RIGHTS,
  ...ACCOUNT_RIGHTS,
};

/**
 * Whether the viewer may perform an action on a debate or an account. Used by routes, sockets and
 * menus.
 */
export const may = <A extends keyof SubjectOf>(
  viewer: Viewer,
  act: A,
  subject: SubjectOf[A],
): boolean => RIGHTS[act](viewer, subject);

/** Whether a superadmin would give up the own role, the only denied change of role. */
export const isSelfDemotion = (viewer: SignedIn, userId: number, role: UserRole): boolean =>
  viewer.id === userId && viewer.role === "superadmin" && role !== "superadmin";
