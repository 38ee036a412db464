import { Trophy } from "lucide-react";
import type { Mood } from "#shared/domain/debates/mood.ts";
import type { Speaker } from "#shared/domain/speaker.ts";
import { type Role, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { formatScore } from "#web/lib/format.ts";

const Frame = styled("div", {
  base: {
    display: "flex",
    flexDirection: { base: "column", md: "row" },
    alignItems: { base: "stretch", md: "center" },
    columnGap: "4",
    rowGap: "1",
    minW: 0,
  },
  variants: {
    side: { bot_a: {}, bot_b: { flexDirection: { md: "row-reverse" }, textAlign: "end" } },
  },
});

const Face = styled("div", { base: { hideBelow: "md" } });

const SideHeading = styled("div", { base: { flex: "1", minW: 0 } });

const Stance = styled("p", {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "1.5",
    fontSize: "13",
    fontWeight: 700,
  },
  variants: { side: { bot_a: { color: "for" }, bot_b: { color: "against" } } },
});

const Name = styled("p", {
  base: {
    fontFamily: "display",
    fontWeight: 700,
    fontSize: { base: "20", md: "26" },
    lineHeight: 1.15,
    letterSpacing: "-0.015em",
    truncate: true,
  },
});

const ScoreText = styled("p", {
  base: {
    fontFamily: "display",
    fontWeight: 700,
    fontSize: { base: "34", md: "44" },
    lineHeight: 1.1,
    fontVariantNumeric: "tabular-nums",
    letterSpacing: "-0.02em",
  },
  variants: { isLower: { true: { color: "muted" } } },
});

interface ScoreboardSideProps {
  side: Role;
  provider: Speaker;
  mood: Mood;
  score: number | null;
  /** Whether the viewer may see scores. */
  isScored: boolean;
  winner: Role | "draw" | null;
}

export const ScoreboardSide = ({
  side,
  provider,
  mood,
  score,
  isScored,
  winner,
}: ScoreboardSideProps) => {
  const label = useProviderLabel()(provider);
  return (
    <Frame side={side}>
      <Face>
        <RobotFace side={side} size="lg" mood={mood} />
      </Face>
      <SideHeading>
        <Stance side={side}>
          {winner === side && <Trophy size={14} aria-label="Winner" />}
          {SIDE_LABEL[side]}
        </Stance>
        <Name>{label}</Name>
      </SideHeading>
      {isScored && (
        <ScoreText isLower={winner !== null && winner !== "draw" && winner !== side}>
          {score !== null && formatScore(score)}
        </ScoreText>
      )}
    </Frame>
  );
};
