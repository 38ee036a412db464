import type { ComponentProps, CSSProperties } from "react";
import { styled } from "#web/components/theme/styled.tsx";

const FOCUS_RING = { outline: "2px solid", outlineColor: "focus", outlineOffset: "2px" };

const RangeInput = styled("input", {
  base: {
    appearance: "none",
    flex: "1",
    minW: 0,
    h: "touch",
    my: "-3",
    bg: "transparent",
    cursor: "pointer",
    borderRadius: "pill",
    "&::-webkit-slider-runnable-track": {
      h: "6px",
      borderRadius: "pill",
      bgImage: "linear-gradient(90deg, {colors.ink} var(--part), {colors.line} var(--part))",
    },
    "&::-webkit-slider-thumb": {
      appearance: "none",
      boxSize: "16px",
      mt: "-5px",
      borderRadius: "pill",
      bg: "ink",
      borderWidth: "2px",
      borderColor: "raised",
    },
    "&::-moz-range-track": { h: "6px", borderRadius: "pill", bg: "line" },
    "&::-moz-range-progress": { h: "6px", borderRadius: "pill", bg: "ink" },
    "&::-moz-range-thumb": { boxSize: "14px", border: "none", borderRadius: "pill", bg: "ink" },
    // The touch area overlaps its neighbours, so only the thumb shows the focus ring.
    "&:focus-visible": { outline: "none" },
    "&:focus-visible::-webkit-slider-thumb": FOCUS_RING,
    "&:focus-visible::-moz-range-thumb": FOCUS_RING,
  },
  variants: {
    variant: {
      line: {},
      /* The slider lies over another element, which shows the track. */
      over: {
        position: "relative",
        w: "100%",
        "&::-webkit-slider-runnable-track": { bgImage: "none" },
        "&::-moz-range-track": { bg: "transparent" },
        "&::-moz-range-progress": { bg: "transparent" },
      },
    },
  },
});

/** The share of the track before the thumb, in percent. */
interface FilledShareStyle extends CSSProperties {
  "--part": string;
}

interface SliderProps extends Omit<ComponentProps<typeof RangeInput>, "value" | "onChange"> {
  value: number;
  max: number;
  onMove: (value: number) => void;
}

export const Slider = ({ value, max, onMove, ...range }: SliderProps) => {
  const style: FilledShareStyle = { "--part": `${max > 0 ? (value / max) * 100 : 0}%` };
  return (
    <RangeInput
      type="range"
      min={0}
      max={max}
      value={value}
      onChange={(event) => onMove(event.currentTarget.valueAsNumber)}
      style={style}
      {...range}
    />
  );
};
