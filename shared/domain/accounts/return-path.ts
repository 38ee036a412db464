/** Placeholder origin, to detect URLs that lead to another host. */
const PLACEHOLDER_ORIGIN = "http://here.invalid";

/**
 * Parses with the constructor, because `URL.canParse` and `URL.parse` are missing in the oldest
 * supported browsers.
 */
const parseUrl = (path: string): URL | null => {
  try {
    return new URL(path, PLACEHOLDER_ORIGIN);
  } catch {
    return null;
  }
};

/** Returns a path of this site; null for anything else and for `/auth`. */
const toInternalPath = (path: string): string | null => {
  const url = path.startsWith("/") ? parseUrl(path) : null;
  if (url === null) return null;
  const { origin, pathname, search, hash } = url;
  // A path with two leading slashes names another host.
  const isOwn = origin === PLACEHOLDER_ORIGIN && !pathname.startsWith("//") && pathname !== "/auth";
  return isOwn ? pathname + search + hash : null;
};

/** Reads the path to return to after signing in from the query of the auth page. */
export const parseReturnPath = (search: string): string =>
  toInternalPath(new URLSearchParams(search).get("next") ?? "/") ?? "/";

export type AuthTab = "login" | "register" | "forgot";

/**
 * Path of the auth page that returns to `from`. If `from` is the auth page itself, its return path
 * is kept.
 */
export const buildAuthPath = (tab: AuthTab, from: string): string => {
  const { pathname, search } = new URL(from, PLACEHOLDER_ORIGIN);
  const next = pathname === "/auth" ? parseReturnPath(search) : (toInternalPath(from) ?? "/");
  return next === "/" ? `/auth?tab=${tab}` : `/auth?${new URLSearchParams({ tab, next })}`;
};
