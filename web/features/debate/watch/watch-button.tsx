import { Clapperboard } from "lucide-react";
import { buildWatchQuery } from "#shared/domain/debates/sharing/watch-link.ts";
import { ButtonLink, COMPACT_BUTTON_STYLE } from "#web/components/ui/controls/button.tsx";
import { FROM_PAGE, WATCH_BUTTON_ID } from "./use-watch-link.ts";

/** Plays a finished debate as a scene. */
const WatchButton = () => (
  <ButtonLink
    id={WATCH_BUTTON_ID}
    to={buildWatchQuery(1)}
    state={FROM_PAGE}
    preventScrollReset
    variant="solid"
    css={COMPACT_BUTTON_STYLE}
  >
    <Clapperboard size={16} />
    Watch it
  </ButtonLink>
);

export default WatchButton;
