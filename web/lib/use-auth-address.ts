import { useLocation } from "react-router-dom";
import { authAddress, type AuthTab } from "#shared/domain/return-path.ts";

/** The address of the auth page that leads back to this page, or to an anchor on it. */
export const useAuthAddress = (): ((tab: AuthTab, place?: string) => string) => {
  const { pathname, search, hash } = useLocation();
  return (tab, place = hash) => authAddress(tab, pathname + search + place);
};
