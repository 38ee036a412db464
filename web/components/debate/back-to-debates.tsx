import { useBackToList } from "#web/lib/last-list.ts";
import { BackLink } from "../ui/back-link.tsx";

/** From a debate to the list that it was opened from, as it was left. */
export const BackToDebates = () => <BackLink {...useBackToList()}>Back to Debates</BackLink>;
