import { styled } from "#web/components/theme/styled.tsx";
import { clock } from "#web/lib/format.ts";
import { useFocusFallback } from "#web/lib/use-focus-fallback.ts";
import { tell, usePlayer } from "../player-store.ts";
import { PLAY_PAUSE } from "./play-pause.tsx";
import { Slider } from "./slider.tsx";

const Line = styled("div", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "3",
    px: "2",
    fontSize: "13",
    color: "muted",
    fontVariantNumeric: "tabular-nums",
  },
});

/** How far the voice has come, and the way to any other place. */
export const Progress = () => {
  const position = usePlayer((state) => state.position);
  const duration = usePlayer((state) => state.duration);
  const line = useFocusFallback<HTMLDivElement>(PLAY_PAUSE);
  const total = duration === null ? "-:--" : clock(duration);
  return (
    <Line ref={line}>
      <span>{clock(position)}</span>
      <Slider
        aria-label="Position"
        aria-valuetext={`${clock(position)} of ${total}`}
        disabled={duration === null}
        value={position}
        max={duration ?? 0}
        step="any"
        onMove={(to) => tell({ type: "seek", to })}
      />
      <span>{total}</span>
    </Line>
  );
};
