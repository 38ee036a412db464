import { WifiOff } from "lucide-react";
import { styled } from "../theme/styled.tsx";

/* What sticks is the page's own child: in a box no higher than itself it could not. */
const Place = styled("div", {
  base: {
    position: "sticky",
    top: "4rem",
    zIndex: "header",
    h: 0,
    /* Under a debate's own bar, which is lower. */
    "body:has([data-page-bar]) &": { top: "3.5rem" },
  },
});

/* As high as the space above every page, so that it hides nothing and moves nothing. */
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

const WORDS = {
  offline: "You are offline. Trying again…",
  down: "The server is out of reach. Trying again…",
};

/** Under the header, or what takes its place, for as long as nothing can be fetched. */
export const OutageBanner = ({ outage }: { outage: keyof typeof WORDS | null }) => (
  <Place role="status">
    {outage !== null && (
      <Strip>
        <WifiOff size={14} />
        {WORDS[outage]}
      </Strip>
    )}
  </Place>
);
