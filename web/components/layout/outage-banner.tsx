import { WifiOff } from "lucide-react";
import { styled } from "../theme/styled.tsx";

const Banner = styled("p", {
  base: {
    position: "sticky",
    top: "4rem",
    zIndex: "header",
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
  <div role="status">
    {outage !== null && (
      <Banner>
        <WifiOff size={16} />
        {WORDS[outage]}
      </Banner>
    )}
  </div>
);
