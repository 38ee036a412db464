import { WifiOff } from "lucide-react";
import { PAGE_BAR_HEIGHT } from "../theme/global-css.ts";
import { styled } from "../theme/styled.tsx";

/* Must be a direct child of the page, because a sticky element needs a parent that is taller. */
const StickyAnchor = styled("div", {
  base: {
    position: "sticky",
    top: "4rem",
    zIndex: "header",
    h: 0,
    /* Puts the banner below a debate's stage bar. This bar covers the header, but is less tall. */
    "body:has([data-page-bar]) &": { top: PAGE_BAR_HEIGHT },
  },
});

/* The strip is as tall as the padding at the top of every page, so that it covers no content. */
const Strip = styled("p", {
  base: {
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    gap: "2",
    h: "1.5rem",
    bg: "pendingTint",
    color: "pending",
    fontSize: "13",
    fontWeight: 600,
    animation: "appear 200ms ease-out",
  },
});

const OUTAGE_MESSAGES = {
  offline: "You are offline. Trying again…",
  down: "Can’t reach the server. Trying again…",
};

export const OutageBanner = ({ outage }: { outage: keyof typeof OUTAGE_MESSAGES | null }) => (
  <StickyAnchor role="status">
    {outage !== null && (
      <Strip>
        <WifiOff size={14} />
        {OUTAGE_MESSAGES[outage]}
      </Strip>
    )}
  </StickyAnchor>
);
