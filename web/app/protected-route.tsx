import type { ReactNode } from "react";
import { Navigate } from "react-router-dom";
import { FullScreenSpinner } from "#web/components/spinner.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";

/** Shows what it holds to signed-in people, and sends everyone else to sign in. */
export const ProtectedRoute = ({ children }: { children: ReactNode }) => {
  const { user, isLoading } = useAuth();
  if (isLoading) return <FullScreenSpinner />;
  return user ? children : <Navigate to="/auth" replace />;
};
