import { WifiOff } from "lucide-react";
import { styled } from "../theme/styled.tsx";

/* What sticks is the page's own child: in a box no higher than itself it could not. */
const Place = styled("div", { base: { position: "sticky", top: "4rem", zIndex: "header" } });

const Banner = styled("p", {
  base: {
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    gap: "2.5",
    px: "4",
    py: "2.5",
    bg: "pendingTint",
    color: "pending",
    fontSize: "14",
    fontWeight: 500,
    "& svg": { flexShrink: 0 },
  },
});

const WORDS = {
  offline: "You are offline. The page goes on by itself when the connection is back.",
  down: "The server cannot be reached just now. The page goes on by itself when it is back.",
};

/** Under the header, for as long as nothing can be fetched. */
export const OutageBanner = ({ outage }: { outage: keyof typeof WORDS | null }) => (
  <Place role="status">
    {outage !== null && (
      <Banner>
        <WifiOff size={16} />
        {WORDS[outage]}
      </Banner>
    )}
  </Place>
);
