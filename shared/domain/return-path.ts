/** Placeholder origin, to detect URLs that lead to another host. */
const HERE = "http://here.invalid";

/** Returns a path of this site; null for anything else and for `/auth`. */
const ownPath = (path: string): string | null => {
  if (!path.startsWith("/") || !URL.canParse(path, HERE)) return null;
  const { origin, pathname, search, hash } = new URL(path, HERE);
  // A path with two leading slashes names another host.
  const isOwn = origin === HERE && !pathname.startsWith("//") && pathname !== "/auth";
  return isOwn ? pathname + search + hash : null;
};

/** Where a user returns to after signing in, from the query of the auth page. */
export const returnPath = (search: string): string =>
  ownPath(new URLSearchParams(search).get("next") ?? "/") ?? "/";

export type AuthTab = "login" | "register" | "forgot";

/**
 * Path of the auth page that returns to `from`. If `from` is the auth page itself, its return path
 * is kept.
 */
export const authAddress = (tab: AuthTab, from: string): string => {
  const { pathname, search } = new URL(from, HERE);
  const next = pathname === "/auth" ? returnPath(search) : (ownPath(from) ?? "/");
  return next === "/" ? `/auth?tab=${tab}` : `/auth?${new URLSearchParams({ tab, next })}`;
};
