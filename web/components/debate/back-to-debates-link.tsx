import { useBackToListLink } from "#web/lib/browser/previous-debate-list.ts";
import { BackLink } from "../ui/page/back-link.tsx";

/** Link back to the list the debate was opened from, with its search and scroll position. */
export const BackToDebatesLink = () => (
  <BackLink {...useBackToListLink()}>Back to Debates</BackLink>
);
