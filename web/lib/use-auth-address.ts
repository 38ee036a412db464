import { useLocation } from "react-router-dom";
import { authAddress, type AuthTab } from "#shared/domain/return-path.ts";

/** Returns a function for auth page URLs that return to this page, or to a hash on it. */
export const useAuthAddress = (): ((tab: AuthTab, place?: string) => string) => {
  const { pathname, search, hash } = useLocation();
  return (tab, place = hash) => authAddress(tab, pathname + search + place);
};
