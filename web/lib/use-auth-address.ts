import { useLocation } from "react-router-dom";
import { authAddress } from "#shared/domain/return-path.ts";

/** Where one signs in, or up, and comes back to this page; at a place of it, where one is named. */
export const useAuthAddress = (): ((tab: "login" | "register", place?: string) => string) => {
  const { pathname, search, hash } = useLocation();
  return (tab, place = hash) => authAddress(tab, pathname + search + place);
};
