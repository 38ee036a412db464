import type { DebateStatus } from "../debates/debate.ts";
import { hasRole, isAdmin, type SignedInViewer, type UserRole, type Viewer } from "./viewer.ts";

export interface DebateSubject {
  userId: number;
  isPublic: boolean;
  onlyOwnerSteps: boolean;
  status: DebateStatus;
  /** The user who turned Auto-Play on. Only `directAutoPlay` needs this field. */
  autoPlay?: { by: { id: number } | null };
}

export type AccountSubject = SignedInViewer;

type PermissionRule<Subject> = (viewer: Viewer, subject: Subject) => boolean;

const isOwner: PermissionRule<DebateSubject> = (viewer, debate) => viewer?.id === debate.userId;

/** Private debates are visible to their owner only, public ones to everyone. */
const canSee: PermissionRule<DebateSubject> = (viewer, debate) =>
  debate.isPublic || isOwner(viewer, debate);

/**
 * Every signed-in user who can see the debate may take part, because the owner has paid for all of
 * it.
 */
const canParticipate: PermissionRule<DebateSubject> = (viewer, debate) =>
  viewer !== null && canSee(viewer, debate);

const canRequestTurn: PermissionRule<DebateSubject> = (viewer, debate) =>
  canParticipate(viewer, debate) && (!debate.onlyOwnerSteps || isOwner(viewer, debate));

/**
 * Whether previews, pictures and search engines may show the debate: it is public, shared by its
 * owner and not unlisted.
 */
export const isShareable = (debate: {
  isPublic: boolean;
  shareEnabled: boolean;
  isUnlisted: boolean;
}): boolean => debate.isPublic && debate.shareEnabled && !debate.isUnlisted;

const DEBATE_PERMISSIONS = {
  see: canSee,
  step: canRequestTurn,
  /** Restart a failed turn, which costs money again. */
  restart: (viewer, debate) =>
    canSee(viewer, debate) && (isOwner(viewer, debate) || isAdmin(viewer)),
  /**
   * Pause Auto-Play or change its pace: whether the next turn waits for the voice. While Auto-Play
   * is off, only the owner may. While it is on, the user who turned it on and admins may too.
   */
  directAutoPlay: (viewer, debate) => {
    const by = debate.autoPlay?.by ?? null;
    const isDirector = by !== null && (by.id === viewer?.id || isAdmin(viewer));
    return canSee(viewer, debate) && (isOwner(viewer, debate) || isDirector);
  },
  vote: canParticipate,
  react: canParticipate,
  report: (viewer, debate) => canSee(viewer, debate) && !isOwner(viewer, debate),
  change: isOwner,
  delete: (viewer, debate) => isOwner(viewer, debate) || isAdmin(viewer),
} satisfies Record<string, PermissionRule<DebateSubject>>;

const ACCOUNT_PERMISSIONS = {
  setRole: (viewer) => hasRole(viewer, "superadmin"),
  /** Only superadmins set the credits of admins, so admins cannot set their own. */
  setCredits: (viewer, account) => hasRole(viewer, isAdmin(account) ? "superadmin" : "admin"),
  /** Admins must lose their role before their account can be deleted. */
  deleteAccount: (viewer, account) => isAdmin(viewer) && !isAdmin(account),
  suspend: (viewer, account) => isAdmin(viewer) && !isAdmin(account),
  /** Only superadmins end the sessions of admins and superadmins. */
  endSessions: (viewer, account) => hasRole(viewer, isAdmin(account) ? "superadmin" : "admin"),
} satisfies Record<string, PermissionRule<AccountSubject>>;

export type DebateAction = keyof typeof DEBATE_PERMISSIONS;
export type AccountAction = keyof typeof ACCOUNT_PERMISSIONS;

export const AUTO_PLAY_DENIED_MESSAGE =
  "Only the debate's owner, the user who turned Auto-Play on, and admins may pause it or change its pace.";

export const ACCOUNT_DENIED_MESSAGES = {
  setRole: "Only superadmins can change roles.",
  setCredits: "Only superadmins can set the credits of admins.",
  deleteAccount: "Admin accounts can't be deleted. Remove the role first.",
  suspend: "Admin accounts can't be suspended. Remove the role first.",
  endSessions: "Only superadmins can sign out admins.",
} as const satisfies Record<AccountAction, string>;

type PermissionSubjects = Record<DebateAction, DebateSubject> &
  Record<AccountAction, AccountSubject>;

const PERMISSIONS: { [A in keyof PermissionSubjects]: PermissionRule<PermissionSubjects[A]> } = {
  ...DEBATE_PERMISSIONS,
  ...ACCOUNT_PERMISSIONS,
};

/**
 * Whether the viewer may perform an action on a debate or an account. Used by routes, sockets and
 * menus.
 */
export const can = <A extends keyof PermissionSubjects>(
  viewer: Viewer,
  action: A,
  subject: PermissionSubjects[A],
): boolean => PERMISSIONS[action](viewer, subject);

/** Whether superadmins would take their own role away. This is refused. */
export const isSelfDemotion = (viewer: SignedInViewer, userId: number, role: UserRole): boolean =>
  viewer.id === userId && viewer.role === "superadmin" && role !== "superadmin";
