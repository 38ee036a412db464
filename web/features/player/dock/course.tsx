import { TriangleAlert } from "lucide-react";
import { Link } from "react-router-dom";
import { styled } from "#web/components/theme/styled.tsx";
import { useAuthAddress } from "#web/lib/use-auth-address.ts";
import { usePlayer } from "../player-store.ts";
import { LISTEN } from "../resuming/kept-places.ts";
import { isAtGate, statusDetail, whereHeard } from "../status.ts";
import { Progress } from "./progress.tsx";

const Column = styled("div", { base: { gridArea: "course", minW: 0 } });

/* Constant height: nothing jumps between two turns. */
const Words = styled("p", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "2",
    minH: "1.25rem",
    px: "2",
    fontSize: "13",
    lineHeight: 1.3,
    color: "muted",
    fontVariantNumeric: "tabular-nums",
    "& svg": { flexShrink: 0 },
    /* Touch height without a taller line. */
    "& a": { my: "-3", py: "3", color: "ink", textDecoration: "underline" },
  },
  variants: { hasFailed: { true: { color: "danger" } } },
});

/** Sign-up link at the end of what visitors may hear. */
const Gate = () => {
  const others = usePlayer(({ playlist }) => playlist.behindGate);
  const signUp = useAuthAddress()("register", LISTEN);
  return (
    <>
      {others} more turns: <Link to={signUp}>Join to hear them</Link>
    </>
  );
};

/** The current turn, what is waited for or the error, and the progress bar. */
export const Course = () => {
  const detail = usePlayer(statusDetail);
  const where = usePlayer(whereHeard);
  const hasFailed = usePlayer(({ phase }) => phase === "error");
  const isGated = usePlayer(isAtGate);
  return (
    <Column>
      <Words role="status" hasFailed={hasFailed}>
        {hasFailed && <TriangleAlert size={16} />}
        {isGated ? <Gate /> : (detail ?? where)}
      </Words>
      <Progress />
    </Column>
  );
};
