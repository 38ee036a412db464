import { TriangleAlert } from "lucide-react";
import { Link } from "react-router-dom";
import { styled } from "#web/components/theme/styled.tsx";
import { useAuthPageUrl } from "#web/lib/auth/use-auth-page-url.ts";
import { usePlayer } from "#web/lib/player/player-store.ts";
import { isAtVisitorLimit, getStatusDetail, getTurnLabel } from "#web/lib/player/player-status.ts";
import { PlaybackProgress } from "./playback-progress.tsx";

const Column = styled("div", { base: { gridArea: "course", minW: 0 } });

/* A minimum height, so that nothing moves when the text changes between two turns. */
const StatusText = styled("p", {
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
    /* Makes the link tall enough to touch, without making the line taller. */
    "& a": { my: "-3", py: "3", color: "ink", textDecoration: "underline" },
  },
  variants: { hasFailed: { true: { color: "danger" } } },
});

/** Sign-up link at the end of what visitors may hear. */
const VisitorLimitText = () => {
  const lockedTurns = usePlayer(({ playlist }) => playlist.lockedTurnCount);
  const signUp = useAuthPageUrl()("register", "#listen");
  return (
    <>
      {lockedTurns} more turns: <Link to={signUp}>Join to hear them</Link>
    </>
  );
};

/** The current turn, the reason for waiting or the error; below it the progress bar. */
export const PlaybackStatus = () => {
  const detail = usePlayer(getStatusDetail);
  const turnLabel = usePlayer(getTurnLabel);
  const hasFailed = usePlayer(({ phase }) => phase === "error");
  const isGated = usePlayer(isAtVisitorLimit);
  return (
    <Column>
      <StatusText role="status" hasFailed={hasFailed}>
        {hasFailed && <TriangleAlert size={16} />}
        {isGated ? <VisitorLimitText /> : (detail ?? turnLabel)}
      </StatusText>
      <PlaybackProgress />
    </Column>
  );
};
