import { useLocation } from "react-router-dom";
import { buildAuthPath, type AuthTab } from "#shared/domain/accounts/return-path.ts";

/**
 * Returns a function that builds URLs of the auth page. After signing in, the user returns to this
 * page, at the hash `anchor`.
 */
export const useAuthPageUrl = (): ((tab: AuthTab, anchor?: string) => string) => {
  const { pathname, search, hash } = useLocation();
  return (tab, anchor = hash) => buildAuthPath(tab, pathname + search + anchor);
};
