import { useLocation } from "react-router-dom";
import { buildAuthPath, type AuthTab } from "#shared/domain/accounts/return-path.ts";

/** Returns a function for auth page URLs that return to this page, or to a hash on it. */
export const useAuthPageUrl = (): ((tab: AuthTab, place?: string) => string) => {
  const { pathname, search, hash } = useLocation();
  return (tab, place = hash) => buildAuthPath(tab, pathname + search + place);
};
