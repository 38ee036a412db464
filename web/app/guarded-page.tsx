import { Navigate } from "react-router-dom";
import { FullScreenSpinner } from "#web/components/spinner.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import type { Page } from "./pages.ts";

/**
 * A page for whoever looks at it: one for signed-in people sends everyone else to sign in, and
 * where visitors and users find different ones, neither is shown before it is known who it is.
 */
export const GuardedPage = ({ page: { Page, MyPage, isProtected } }: { page: Page }) => {
  const { user, isLoading } = useAuth();
  if (isLoading && (MyPage || isProtected)) return <FullScreenSpinner />;
  if (isProtected && !user) return <Navigate to="/auth" replace />;
  return MyPage && user ? <MyPage /> : <Page />;
};
