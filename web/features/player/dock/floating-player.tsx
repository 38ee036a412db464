import { Square, X } from "lucide-react";
import { Button } from "#web/components/ui/button.tsx";
import { OnWideScreens } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useFocusFallback } from "#web/lib/use-focus-fallback.ts";
import { isActive } from "../player-state.ts";
import { tell, usePlayer } from "../player-store.ts";
import { useFollowVoice } from "../voice/use-follow-voice.ts";
import { Detail } from "./detail.tsx";
import { Now } from "./now.tsx";
import { PlayPause } from "./play-pause.tsx";
import { Speed, Volume } from "./tuning.tsx";
import { useKeys } from "./use-keys.ts";

const Box = styled("section", {
  base: {
    display: "grid",
    gap: "2.5",
    w: { base: "auto", md: "38rem" },
    p: { base: "1.5", md: "2" },
  },
});

const Line = styled("div", {
  base: { display: "flex", alignItems: "center", gap: { base: "1", md: "2" }, minW: 0 },
});

/** The player: what plays, how far it is, and everything that can be done about it. */
const FloatingPlayer = () => {
  useKeys();
  useFollowVoice();
  const mayStop = usePlayer(isActive);
  const isBlocked = usePlayer((state) => state.isBlocked);
  const turnNumber = usePlayer(({ track }) => track?.turnNumber ?? 1);
  const box = useFocusFallback<HTMLElement>(`turn-${turnNumber}`);
  return (
    <Box ref={box} aria-label="Audio player">
      <Line>
        <PlayPause />
        <Now />
        {!isBlocked && (
          <>
            <Speed />
            <Volume />
          </>
        )}
        <Button look="ghost" isOff={!mayStop} onClick={() => tell({ type: "stop" })}>
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
      </Line>
      <Detail />
    </Box>
  );
};

export default FloatingPlayer;
