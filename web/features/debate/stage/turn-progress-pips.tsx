import { type Role, getRoleOfTurn } from "#shared/domain/debates/side.ts";
import { styled } from "#web/components/theme/styled.tsx";

const Strip = styled("span", {
  base: {
    display: "flex",
    justifyContent: "center",
    gap: { base: "2px", md: "1" },
    w: "100%",
    h: "6px",
  },
});

const Pip = styled("span", {
  base: {
    flex: "1",
    minW: "2px",
    maxW: "1.5rem",
    borderRadius: "pill",
    "@media (forced-colors: active)": {
      forcedColorAdjust: "none",
      border: "1px solid CanvasText",
      "&[data-pip]:not([data-pip=next])": { bg: "CanvasText" },
      "&[data-pip=next]": { bg: "Canvas" },
    },
  },
  variants: {
    state: { bot_a: { bg: "for" }, bot_b: { bg: "against" }, next: { bg: "edge.45" } },
    isNow: {
      true: {
        outline: "2px solid",
        outlineOffset: "1px",
        "@media (forced-colors: active)": { "&&": { outlineColor: "Highlight" } },
      },
    },
    side: { bot_a: { outlineColor: "for.60" }, bot_b: { outlineColor: "against.60" } },
  },
});

interface TurnProgressPipsProps {
  finished: number;
  maxTurns: number;
  /** Number of the streaming turn; null if none. */
  streamingTurn: number | null;
}

const getPipState = (turn: number, isSpoken: boolean): Role | "next" =>
  isSpoken ? getRoleOfTurn(turn) : "next";

/**
 * One mark per turn in its side's colour. Only decorative, because the adjacent text says the same.
 */
export const TurnProgressPips = ({ finished, maxTurns, streamingTurn }: TurnProgressPipsProps) => (
  <Strip aria-hidden="true">
    {Array.from({ length: maxTurns }, (_, index) => index + 1).map((turn) => (
      <Pip
        key={turn}
        state={getPipState(turn, turn <= finished || turn === streamingTurn)}
        data-pip={getPipState(turn, turn <= finished || turn === streamingTurn)}
        isNow={turn === streamingTurn}
        side={getRoleOfTurn(turn)}
      />
    ))}
  </Strip>
);
