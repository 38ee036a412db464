import { memo } from "react";
import { SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { panelSurface } from "#web/components/theme/surfaces.ts";
import { useProviderLabel } from "#web/lib/config.tsx";
import { formatScore } from "#web/lib/format.ts";
import type { StageSide } from "./stage-bar.tsx";

const LecternFrame = styled("div", {
  base: {
    ...panelSurface,
    position: "sticky",
    top: "calc(3.5rem + 1.5rem)",
    zIndex: 1,
    display: "grid",
    alignContent: "start",
    justifyItems: "center",
    gap: "1",
    h: "var(--lectern)",
    px: "3",
    pt: "5",
    textAlign: "center",
    hideBelow: "lg",
    gridRow: "1",
    alignSelf: "start",
    transition: "border-color {durations.calm}",
    /* A ring in the page's colour that hides content scrolling past under the lectern's edges
       and round corners. It fades in with scrolling: at the top of the page it would hide the
       coloured glow of the page's background. */
    _after: {
      content: "''",
      position: "absolute",
      zIndex: -1,
      /* Extends over the lectern's own border. */
      inset: "-1px",
      borderRadius: "inherit",
      boxShadow: "0 0 0 1.5rem {colors.canvas}",
      animation: "appear linear backwards",
      animationTimeline: "scroll(root)",
      animationRange: "20rem 34rem",
    },
    clipPath: "inset(-1.5rem 0 0 0)",
    /* Leaves room at the end of the page for the judge's note, which is below the lectern. */
    mb: "var(--note)",
    /* The tint of the speaking side. Animating only its opacity repaints nothing else. */
    _before: {
      content: "''",
      position: "absolute",
      zIndex: -1,
      inset: 0,
      borderRadius: "inherit",
      opacity: 0,
      transition: "opacity {durations.calm}",
    },
    isolation: "isolate",
    "&[data-lit]": { borderColor: "currentColor", _before: { opacity: 1 } },
    "& > *": { maxW: "100%" },
  },
  variants: {
    side: {
      bot_a: {
        gridColumn: "1",
        color: "for",
        _before: { bgImage: "radial-gradient(90% 70% at 50% 0%, {colors.forTint}, transparent)" },
      },
      bot_b: {
        gridColumn: "3",
        color: "against",
        _before: {
          bgImage: "radial-gradient(90% 70% at 50% 0%, {colors.againstTint}, transparent)",
        },
      },
    },
  },
});

const Face = styled("div", {
  base: {
    mb: "2",
    opacity: 0.75,
    transition: "opacity {durations.calm}, transform {durations.calm} {easings.out}",
    "[data-lit] > &": { opacity: 1, transform: "scale(1.06)" },
  },
});

const Name = styled("p", {
  base: {
    color: "ink",
    fontFamily: "display",
    fontWeight: 700,
    fontSize: "20",
    lineHeight: 1.2,
    truncate: true,
  },
});

const Stance = styled("p", {
  base: { fontSize: "14", fontWeight: 650, lineHeight: 1.3, textWrap: "balance" },
});

const ScoreFigure = styled("p", {
  base: {
    mt: "1",
    h: "2.4rem",
    color: "ink",
    fontFamily: "display",
    fontWeight: 700,
    fontSize: "34",
    lineHeight: 1.1,
    fontVariantNumeric: "tabular-nums",
  },
});

const SmallPrint = styled("p", { base: { fontSize: "13", color: "muted" } });

interface LecternProps {
  side: StageSide;
  isScored: boolean;
  scoredTurns: number;
}

const describeMean = (turns: number): string =>
  turns === 0 ? "no score yet" : `average of ${turns} ${turns === 1 ? "turn" : "turns"}`;

/**
 * The panel of one side beside the speeches, highlighted while the side speaks. Hidden from screen
 * readers, because `StageBar` has the same content.
 */
export const Lectern = memo(({ side, isScored, scoredTurns }: LecternProps) => {
  const { role, provider, mood, score, activity } = side;
  const label = useProviderLabel()(provider);
  const isSpeaking = mood === "speaking";
  return (
    <LecternFrame side={role} data-lit={isSpeaking || undefined} aria-hidden="true">
      <Face>
        <RobotFace side={role} size="huge" mood={mood} />
      </Face>
      <Name>{label}</Name>
      <Stance>{activity === null ? SIDE_LABEL[role] : `${SIDE_LABEL[role]}, ${activity}`}</Stance>
      {isScored && (
        <>
          <ScoreFigure>{score !== null && formatScore(score)}</ScoreFigure>
          <SmallPrint>{describeMean(scoredTurns)}</SmallPrint>
        </>
      )}
    </LecternFrame>
  );
});
