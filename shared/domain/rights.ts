import type { DebateStatus } from "./debate.ts";
import { hasRole, isAdmin, type SignedIn, type UserRole, type Viewer } from "./viewer.ts";

/** What a right about a debate depends on. */
export interface DebateSubject {
  userId: number;
  isPublic: boolean;
  onlyOwnerSteps: boolean;
  status: DebateStatus;
  /** Who turned Auto-Play on; only `directAutoPlay` depends on it. */
  autoPlay?: { by: { id: number } | null };
}

/** What a right about somebody's account depends on. */
export type AccountSubject = SignedIn;

type Right<Subject> = (viewer: Viewer, subject: Subject) => boolean;

const isOwner: Right<DebateSubject> = (viewer, debate) => viewer?.id === debate.userId;

/** Private debates exist for their owner only, public ones for everyone. */
const maySee: Right<DebateSubject> = (viewer, debate) => debate.isPublic || isOwner(viewer, debate);

/** Everyone signed in who may see it: the price is prepaid, the event is shared. */
const mayTakePart: Right<DebateSubject> = (viewer, debate) =>
  viewer !== null && maySee(viewer, debate);

const mayStep: Right<DebateSubject> = (viewer, debate) =>
  mayTakePart(viewer, debate) && (!debate.onlyOwnerSteps || isOwner(viewer, debate));

/**
 * Whether previews, pictures and search engines may know of it: its owner has not said otherwise, and
 * it was not taken off the lists.
 */
export const isShareable = (debate: {
  isPublic: boolean;
  shareEnabled: boolean;
  isUnlisted: boolean;
}): boolean => debate.isPublic && debate.shareEnabled && !debate.isUnlisted;

const DEBATE_RIGHTS = {
  see: maySee,
  step: mayStep,
  /** A failed turn, whose every try costs. */
  restart: (viewer, debate) =>
    maySee(viewer, debate) && (isOwner(viewer, debate) || isAdmin(viewer)),
  /** Pausing a running Auto-Play, and changing its pace. While it is off, the owner alone. */
  directAutoPlay: (viewer, debate) => {
    const by = debate.autoPlay?.by ?? null;
    const isDirector = by !== null && (by.id === viewer?.id || isAdmin(viewer));
    return maySee(viewer, debate) && (isOwner(viewer, debate) || isDirector);
  },
  vote: mayTakePart,
  react: mayTakePart,
  /** Everyone but whose it is. */
  report: (viewer, debate) => maySee(viewer, debate) && !isOwner(viewer, debate),
  /** Who sees it, and who asks for its turns. */
  change: isOwner,
  delete: (viewer, debate) => isOwner(viewer, debate) || isAdmin(viewer),
} satisfies Record<string, Right<DebateSubject>>;

const ACCOUNT_RIGHTS = {
  setRole: (viewer) => hasRole(viewer, "superadmin"),
  /** Admins cannot touch admins, themselves included. */
  setCredits: (viewer, account) => hasRole(viewer, isAdmin(account) ? "superadmin" : "admin"),
  /** An admin's account has to lose its role first. */
  deleteAccount: (viewer, account) => isAdmin(viewer) && !isAdmin(account),
  suspend: (viewer, account) => isAdmin(viewer) && !isAdmin(account),
  /** The sessions of admins and superadmins are ended by superadmins only. */
  endSessions: (viewer, account) => hasRole(viewer, isAdmin(account) ? "superadmin" : "admin"),
} satisfies Record<string, Right<AccountSubject>>;

export type DebateAct = keyof typeof DEBATE_RIGHTS;
export type AccountAct = keyof typeof ACCOUNT_RIGHTS;

/** What everybody else is told who tries to pause a running Auto-Play. */
export const AUTO_PLAY_REFUSAL =
  "Only the debate's owner, whoever turned Auto-Play on, and admins may pause it or change its pace.";

/** What an admin is told who may not do it to an account. */
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
 * Whether this viewer may do this to this debate, or to this account: asked by routes, sockets and
 * menus alike.
 */
export const may = <A extends keyof SubjectOf>(
  viewer: Viewer,
  act: A,
  subject: SubjectOf[A],
): boolean => RIGHTS[act](viewer, subject);

/** The one change of role that even a superadmin is refused: giving up one's own. */
export const isSelfDemotion = (viewer: SignedIn, userId: number, role: UserRole): boolean =>
  viewer.id === userId && viewer.role === "superadmin" && role !== "superadmin";
