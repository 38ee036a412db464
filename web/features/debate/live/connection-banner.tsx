import { WifiOff } from "lucide-react";
import { styled } from "#web/components/theme/styled.tsx";
import { useReachable } from "#web/lib/reachable.ts";
import { useLive } from "./live-store.ts";

/** It waits a moment before it shows: most lost connections are found again at once. */
const Banner = styled("div", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "2.5",
    px: "4",
    py: "2",
    borderRadius: "pill",
    bg: "pendingTint",
    color: "pending",
    boxShadow: "float",
    fontSize: "14",
    fontWeight: 600,
    animation: "appear 200ms ease-out 1s backwards",
  },
});

/** Says that the connection is gone; what is missed will be fetched. */
export const ConnectionBanner = () => {
  const isLost = useLive(({ connection }) => connection === "lost");
  // Said already, above.
  const { outage } = useReachable();
  return (
    <div role="status">
      {isLost && outage === null && (
        <Banner>
          <WifiOff size={16} />
          Reconnecting… You will not miss a word.
        </Banner>
      )}
    </div>
  );
};
