import { ROBOT } from "#shared/domain/brand.ts";
import type { Role } from "#shared/domain/side.ts";
import { styled } from "../theme/styled.tsx";

/**
 * For those that speak, and those that a page is about: while one moves, seen or not, the browser draws the page anew sixty
 * times a second.
 */
const BLINKING = { animation: "blink 6s ease-in-out var(--blinks-at, 0s) infinite" };

const Face = styled("svg", {
  base: {
    flexShrink: 0,
    fill: "none",
    stroke: "currentColor",
    strokeWidth: 2,
    strokeLinecap: "round",
    strokeLinejoin: "round",
    "& .eyes, & .voice": {
      fill: "currentColor",
      stroke: "none",
      transformBox: "fill-box",
      transformOrigin: "center",
    },
    "& .voice": { animation: "talk 340ms ease-in-out infinite" },
    "&:has(.voice) .eyes": BLINKING,
  },
  variants: {
    side: {
      bot_a: { color: "for" },
      bot_b: { color: "against", "--blinks-at": "-2.6s" },
    },
    size: {
      sm: { boxSize: "1.75rem" },
      md: { boxSize: "2rem" },
      lg: { boxSize: "2.75rem" },
      xl: { boxSize: "4.5rem", "& .eyes": BLINKING },
    },
  },
  defaultVariants: { size: "md" },
});

interface RobotFaceProps {
  side: Role;
  size?: "sm" | "md" | "lg" | "xl";
  isSpeaking?: boolean;
}

/** The robot of a side: blue and happy for, red and frowning against. Decoration only. */
export const RobotFace = ({ side, size = "md", isSpeaking = false }: RobotFaceProps) => (
  <Face side={side} size={size} viewBox="0 0 32 32" aria-hidden="true">
    <path d={ROBOT.antennaAndEars} />
    <circle {...ROBOT.tip} fill="currentColor" stroke="none" />
    <rect {...ROBOT.head} />
    {side === "bot_b" && <path d={ROBOT.features.bot_b.brows} />}
    <g className="eyes">
      <circle {...ROBOT.leftEye} />
      <circle {...ROBOT.rightEye} />
    </g>
    {isSpeaking ? (
      <g className="voice">
        <ellipse {...ROBOT.openMouth} />
      </g>
    ) : (
      <path d={ROBOT.features[side].lips} />
    )}
  </Face>
);
