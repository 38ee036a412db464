import { Navigate } from "react-router-dom";
import { useIsHydrated } from "#web/lib/browser/hydration.ts";
import { PageHead } from "./page-head.tsx";
import { FullScreenSpinner } from "../feedback/spinner.tsx";

/** Navigates once the page is hydrated. Until then, and on the server, shows a spinner. */
export const Redirect = ({ to }: { to: string }) => (
  <>
    <PageHead title="Loading" description="Redirecting…" isUnlisted="secret" />
    <FullScreenSpinner />
    {useIsHydrated() && <Navigate to={to} replace />}
  </>
);
