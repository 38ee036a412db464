export const USER_ROLES = ["user", "admin", "superadmin"] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** Somebody signed in, as far as rights are concerned. */
export interface SignedIn {
  id: number;
  role: UserRole;
}

/** Anyone looking: null is a visitor. */
export type Viewer = SignedIn | null;

/** `isAdmin` is derived from the role everywhere. */
export const isAdmin = (viewer: { role: UserRole } | null): boolean =>
  viewer !== null && viewer.role !== "user";
