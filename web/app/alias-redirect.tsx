import { useLocation } from "react-router-dom";
import { Redirect } from "#web/components/ui/redirect.tsx";

/** Leads from an alias to its page, with the query string and the anchor. */
export const AliasRedirect = ({ to }: { to: string }) => {
  const { search, hash } = useLocation();
  return <Redirect to={to + search + hash} />;
};
