export const USER_ROLES = ["user", "admin", "superadmin"] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** Somebody signed in, as far as rights are concerned. */
export interface SignedIn {
  id: number;
  role: UserRole;
}

/** Anyone looking: null is a visitor. */
export type Viewer = SignedIn | null;

type WithRole = { role: UserRole } | null;

/** Each role may do what the ones before it may: asked by routes, pages and menus alike. */
export const hasRole = (viewer: WithRole, role: UserRole): boolean =>
  viewer !== null && USER_ROLES.indexOf(viewer.role) >= USER_ROLES.indexOf(role);

/** `isAdmin` is derived from the role everywhere. */
export const isAdmin = (viewer: WithRole): boolean => hasRole(viewer, "admin");
