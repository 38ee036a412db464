import { Navigate } from "react-router-dom";
import { useIsTakenOver } from "#web/lib/use-browser.ts";
import { FullScreenSpinner } from "./spinner.tsx";

/** Goes elsewhere instead. Only a browser can: the server writes a page that does. */
export const Redirect = ({ to }: { to: string }) =>
  useIsTakenOver() ? <Navigate to={to} replace /> : <FullScreenSpinner />;
