import { useBackToListLink } from "#web/lib/browser/previous-debate-list.ts";
import { BackLink } from "../ui/page/back-link.tsx";

/** Link back to the list that led to the debate, with the list's search and scroll position. */
export const BackToDebatesLink = () => (
  <BackLink {...useBackToListLink()}>Back to Debates</BackLink>
);
