import { useBackToList } from "#web/lib/last-list.ts";
import { BackLink } from "../ui/back-link.tsx";

/** Link back to the list the debate was opened from, with its search and scroll position. */
export const BackToDebates = () => <BackLink {...useBackToList()}>Back to Debates</BackLink>;
