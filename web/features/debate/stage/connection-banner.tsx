import { LostSign } from "#web/components/lost-sign.tsx";
import { useReachable } from "#web/lib/reachable.ts";
import { useLive } from "../live/live-store.ts";

/** Says that the connection is gone; what is missed will be fetched. */
export const ConnectionBanner = () => {
  const isLost = useLive(({ connection }) => connection === "lost");
  // Said already, above.
  const { outage } = useReachable();
  return (
    <div role="status">
      {isLost && outage === null && (
        <LostSign when="soon">Reconnecting… You will not miss a word.</LostSign>
      )}
    </div>
  );
};
