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

const MOUTH = { bot_a: "M11.5 21.2c2.6 2.3 6.4 2.3 9 0", bot_b: "M11.5 22.8c2.6-2.3 6.4-2.3 9 0" };

/** The robot of a side: blue and happy for, red and frowning against. Decoration only. */
export const RobotFace = ({ side, size = "md", isSpeaking = false }: RobotFaceProps) => (
  <Face side={side} size={size} viewBox="0 0 32 32" aria-hidden="true">
    <path d="M16 9V5.6" />
    <circle cx="16" cy="4" r="1.6" fill="currentColor" stroke="none" />
    <rect x="5" y="9" width="22" height="17.5" rx="5.6" />
    <path d="M1.8 15.4v5M30.2 15.4v5" />
    {side === "bot_b" && <path d="M9.4 12.9l4 1.5M22.6 12.9l-4 1.5" />}
    <g className="eyes">
      <circle cx="11.5" cy="16.7" r="1.75" />
      <circle cx="20.5" cy="16.7" r="1.75" />
    </g>
    {isSpeaking ? (
      <g className="voice">
        <ellipse cx="16" cy="21.8" rx="3.6" ry="1.9" />
      </g>
    ) : (
      <path d={MOUTH[side]} />
    )}
  </Face>
);
