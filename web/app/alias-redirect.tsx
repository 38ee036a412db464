import { useLocation } from "react-router-dom";
import { Redirect } from "#web/components/ui/page/redirect.tsx";

/** Redirects an alias to its page and keeps the query string and the hash. */
export const AliasRedirect = ({ to }: { to: string }) => {
  const { search, hash } = useLocation();
  return <Redirect to={to + search + hash} />;
};
