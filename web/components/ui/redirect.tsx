import { Navigate } from "react-router-dom";
import { useIsTakenOver } from "#web/lib/use-browser.ts";
import { PageHead } from "./page-head.tsx";
import { FullScreenSpinner } from "./spinner.tsx";

/**
 * Goes elsewhere instead, and is there until the code of that page is. Only a browser can: the
 * server writes a page that does.
 */
export const Redirect = ({ to }: { to: string }) => (
  <>
    <PageHead title="Loading" description="On the way to another page." isUnlisted="secret" />
    <FullScreenSpinner />
    {useIsTakenOver() && <Navigate to={to} replace />}
  </>
);
