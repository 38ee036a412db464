import { Navigate } from "react-router-dom";
import { useIsTakenOver } from "#web/lib/use-browser.ts";
import { PageHead } from "./page-head.tsx";
import { FullScreenSpinner } from "./spinner.tsx";

/**
 * Navigates after hydration and shows a spinner until then. On the server it renders only the
 * spinner.
 */
export const Redirect = ({ to }: { to: string }) => (
  <>
    <PageHead title="Loading" description="On the way to another page." isUnlisted="secret" />
    <FullScreenSpinner />
    {useIsTakenOver() && <Navigate to={to} replace />}
  </>
);
