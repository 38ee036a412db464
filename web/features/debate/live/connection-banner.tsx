import { WifiOff } from "lucide-react";
import { styled } from "#web/components/theme/styled.tsx";
import { useServerAvailability } from "#web/lib/api/server-availability.ts";
import { useConnectionState } from "./connection-store.ts";

/** Appears after 1 s, because most lost connections are back sooner. */
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

export const ConnectionBanner = () => {
  const isLost = useConnectionState(({ connection }) => connection === "lost");
  // During a server outage, the layout's banner is shown instead.
  const { outage } = useServerAvailability();
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
