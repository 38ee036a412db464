import { useRef } from "react";
import { Volume2, VolumeX } from "lucide-react";
import { Button } from "#web/components/ui/controls/button.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { dispatchPlayerEvent, usePlayer } from "#web/lib/player/player-store.ts";
import { Slider } from "./slider.tsx";

const PLAYBACK_RATES = [0.75, 1, 1.25, 1.5, 1.75, 2];

const SpeedSelectFrame = styled("select", {
  base: {
    h: "touch",
    px: "2",
    bg: "transparent",
    borderRadius: "control",
    fontSize: "14",
    fontWeight: 600,
    color: "muted",
    appearance: "none",
    textAlign: "center",
    cursor: "pointer",
    _hover: { color: "ink", bg: "ink.8" },
    "& option": { bg: "raised", color: "ink" },
  },
});

export const SpeedSelect = () => {
  const rate = usePlayer((state) => state.rate);
  return (
    <SpeedSelectFrame
      aria-label="Speed"
      title="Speed"
      value={rate}
      onChange={(event) =>
        dispatchPlayerEvent({ type: "tune", rate: Number(event.currentTarget.value) })
      }
    >
      {PLAYBACK_RATES.map((choice) => (
        <option key={choice} value={choice}>
          {choice}×
        </option>
      ))}
    </SpeedSelectFrame>
  );
};

/** Hidden on phones, which have volume keys. */
const VolumeFrame = styled("div", {
  base: { display: { base: "none", md: "flex" }, alignItems: "center", w: "8.5rem" },
});

/** Volume slider and mute button. Unmuting restores the previous volume. */
export const VolumeControl = () => {
  const volume = usePlayer((state) => state.volume);
  const lastVolume = useRef(volume || 1);
  const set = (next: number) => {
    if (next > 0) lastVolume.current = next;
    dispatchPlayerEvent({ type: "tune", volume: next });
  };
  return (
    <VolumeFrame>
      <Button
        variant="ghost"
        size="icon"
        aria-label={volume > 0 ? "Mute" : "Unmute"}
        onClick={() => set(volume > 0 ? 0 : lastVolume.current)}
      >
        {volume > 0 ? <Volume2 size={16} /> : <VolumeX size={16} />}
      </Button>
      <Slider aria-label="Volume" value={volume} max={1} step={0.05} onMove={set} />
    </VolumeFrame>
  );
};
