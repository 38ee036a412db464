import { useLocation } from "react-router-dom";
import { buildAuthPath, type AuthTab } from "#shared/domain/accounts/return-path.ts";

/** Returns a function for auth page URLs that return to this page, or to a hash on it. */
export const useAuthPageUrl = (): ((tab: AuthTab, anchor?: string) => string) => {
  const { pathname, search, hash } = useLocation();
  return (tab, anchor = hash) => buildAuthPath(tab, pathname + search + anchor);
};
