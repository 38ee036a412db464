import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import {
  getRedirectWithReturnPath,
  isAccessDenied,
  isOpenWithoutSecondFactor,
  type PageName,
  PAGES,
  getRedirectPath,
} from "#shared/domain/pages.ts";
import { Redirect } from "#web/components/ui/page/redirect.tsx";
import { FullScreenSpinner } from "#web/components/ui/feedback/spinner.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { showToast } from "#web/lib/toast.ts";
import { PAGE_COMPONENTS } from "./page-code.ts";

/** Redirects signed-in users without permission to the home page and shows a toast. */
const AccessDenied = () => {
  useEffect(
    () =>
      showToast({
        title: "Access Denied",
        description: "You don't have permission to access the admin panel.",
        tone: "danger",
      }),
    [],
  );
  return <Redirect to="/" />;
};

/**
 * Renders a page if its access rules allow it. Redirects visitors to the login page, and users
 * without permission to the home page. If the rules depend on the session, waits until the session
 * is known.
 */
export const GuardedPage = ({ name }: { name: PageName }) => {
  const { Page, MyPage } = PAGE_COMPONENTS[name];
  const { user = null, isLoading } = useAuth();
  const { pathname, search, hash } = useLocation();
  const redirectPath = getRedirectWithReturnPath(name, user, pathname + search + hash);
  if (isLoading && (MyPage || getRedirectPath(name, user) === "/auth"))
    return <FullScreenSpinner />;
  if (user?.secondFactor === "required" && !isOpenWithoutSecondFactor(name))
    return <Redirect to={PAGES.account.path} />;
  if (redirectPath !== null) return <Redirect to={redirectPath} />;
  if (isAccessDenied(name, user)) return <AccessDenied />;
  return MyPage && user ? <MyPage /> : <Page />;
};
