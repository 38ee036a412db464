export const USER_ROLES = ["user", "admin", "superadmin"] as const;
export type UserRole = (typeof USER_ROLES)[number];

export interface SignedInViewer {
  id: number;
  role: UserRole;
}

/** The current user; null for a visitor. */
export type Viewer = SignedInViewer | null;

type WithRole = { role: UserRole } | null;

/** Whether the viewer has at least this role. Used by routes, pages and menus. */
export const hasRole = (viewer: WithRole, role: UserRole): boolean =>
  viewer !== null && USER_ROLES.indexOf(viewer.role) >= USER_ROLES.indexOf(role);

export const isAdmin = (viewer: WithRole): boolean => hasRole(viewer, "admin");
