import { Share2, Square, X } from "lucide-react";
import { Button } from "#web/components/ui/button.tsx";
import { OnWideScreens } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useFocusFallback } from "#web/lib/use-focus-fallback.ts";
import { shareMoment } from "../moment/moment-store.ts";
import { isActive } from "../player-state.ts";
import { tell, usePlayer } from "../player-store.ts";
import { useFollowVoice } from "../voice/use-follow-voice.ts";
import { Course } from "./course.tsx";
import { Now } from "./now.tsx";
import { Transport } from "./transport.tsx";
import { Speed, Volume } from "./tuning.tsx";
import { useKeys } from "./use-keys.ts";

/* On phones the transport controls come last, within the thumb's reach. */
const Box = styled("section", {
  base: {
    display: "grid",
    gridTemplateAreas: {
      base: "'now tools' 'course course' 'transport transport'",
      md: "'now tools' 'transport course'",
    },
    gridTemplateColumns: { base: "minmax(0, 1fr) auto", md: "auto minmax(0, 1fr)" },
    alignItems: "center",
    columnGap: { base: "1", md: "4" },
    rowGap: { base: "1", md: "0.5" },
    w: { base: "auto", lg: "40rem" },
    p: { base: "1.5", md: "2" },
  },
});

const Tools = styled("div", {
  base: {
    gridArea: "tools",
    display: "flex",
    alignItems: "center",
    justifyContent: "flex-end",
    gap: { base: "0", md: "1" },
  },
});

const ShareHeard = () => (
  <Button
    look="ghost"
    size="icon"
    aria-label="Share this moment"
    title="Share this moment"
    onClick={() => {
      const { track, position } = usePlayer.getState();
      if (track) shareMoment({ turnNumber: track.turnNumber, at: position });
    }}
  >
    <Share2 size={16} />
  </Button>
);

const FloatingPlayer = () => {
  useKeys();
  useFollowVoice();
  const mayStop = usePlayer(isActive);
  const isBlocked = usePlayer((state) => state.isBlocked);
  const turnNumber = usePlayer(({ track }) => track?.turnNumber ?? 1);
  const box = useFocusFallback<HTMLElement>(`turn-${turnNumber}`);
  return (
    <Box ref={box} aria-label="Audio player" data-player>
      <Now />
      <Tools>
        {!isBlocked && (
          <>
            <Speed />
            <Volume />
            <ShareHeard />
          </>
        )}
        <Button
          look="ghost"
          css={{ minW: "touch", px: { base: "2", md: "3" } }}
          isOff={!mayStop}
          onClick={() => tell({ type: "stop" })}
        >
          <Square size={14} />
          <OnWideScreens>Stop Audio</OnWideScreens>
        </Button>
        <Button
          look="ghost"
          size="icon"
          aria-label="Close player"
          onClick={() => tell({ type: "close" })}
        >
          <X size={16} />
        </Button>
      </Tools>
      <Course />
      <Transport />
    </Box>
  );
};

export default FloatingPlayer;
