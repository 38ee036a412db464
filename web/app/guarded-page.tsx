import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import {
  addressInstead,
  isDenied,
  isOpenWithoutFactor,
  type PageName,
  PAGES,
  redirectFrom,
} from "#shared/domain/pages.ts";
import { Redirect } from "#web/components/ui/redirect.tsx";
import { FullScreenSpinner } from "#web/components/ui/spinner.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { toast } from "#web/lib/toast.ts";
import { CODE } from "./pages.ts";

/** Redirects signed-in users without permission home, with a toast. */
const AccessDenied = () => {
  useEffect(
    () =>
      toast({
        title: "Access Denied",
        description: "You don't have permission to access the admin panel.",
        tone: "danger",
      }),
    [],
  );
  return <Redirect to="/" />;
};

/**
 * Renders a page with its access rules. Visitors are redirected to sign in, users without
 * permission home. Waits for the session where the page depends on it.
 */
export const GuardedPage = ({ name }: { name: PageName }) => {
  const { Page, MyPage } = CODE[name];
  const { user = null, isLoading } = useAuth();
  const { pathname, search, hash } = useLocation();
  const elsewhere = addressInstead(name, user, pathname + search + hash);
  if (isLoading && (MyPage || redirectFrom(name, user) === "/auth")) return <FullScreenSpinner />;
  if (user?.secondFactor === "required" && !isOpenWithoutFactor(name))
    return <Redirect to={PAGES.account.path} />;
  if (elsewhere !== null) return <Redirect to={elsewhere} />;
  if (isDenied(name, user)) return <AccessDenied />;
  return MyPage && user ? <MyPage /> : <Page />;
};
