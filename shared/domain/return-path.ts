/** Stands for the product's own origin: what does not stay there is elsewhere. */
const HERE = "http://here.invalid";

/** A path of the product itself, as it is written; null for anything else. */
const ownPath = (path: string): string | null => {
  if (!path.startsWith("/") || !URL.canParse(path, HERE)) return null;
  const { origin, pathname, search, hash } = new URL(path, HERE);
  // With two slashes at its beginning it would name another host.
  const isOwn = origin === HERE && !pathname.startsWith("//") && pathname !== "/auth";
  return isOwn ? pathname + search + hash : null;
};

/** Where somebody comes back to who signs in at an address with these parameters. */
export const returnPath = (search: string): string =>
  ownPath(new URLSearchParams(search).get("next") ?? "/") ?? "/";

export type AuthTab = "login" | "register" | "forgot";

/** A view of the auth page that leads back to `from`, or to where `from` leads if it is such an address. */
export const authAddress = (tab: AuthTab, from: string): string => {
  const { pathname, search } = new URL(from, HERE);
  const next = pathname === "/auth" ? returnPath(search) : (ownPath(from) ?? "/");
  return next === "/" ? `/auth?tab=${tab}` : `/auth?${new URLSearchParams({ tab, next })}`;
};
