import { useLocation } from "react-router-dom";
import { buildAuthPath, type AuthTab } from "#shared/domain/accounts/return-path.ts";
import type { ReturnHash } from "./return-focus.ts";

/**
 * Returns a function that builds URLs of the auth page. After signing in, the user returns to this
 * page, at the given hash (default: the current one).
 */
export const useAuthPageUrl = (): ((tab: AuthTab, anchor?: ReturnHash) => string) => {
  const { pathname, search, hash } = useLocation();
  return (tab, anchor) => buildAuthPath(tab, pathname + search + (anchor ?? hash));
};
