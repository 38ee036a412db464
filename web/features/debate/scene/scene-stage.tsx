import type { ReactNode } from "react";
import { getJudgeColor } from "#web/components/debate/speaker-color.ts";
import type { Speaker } from "#shared/domain/speaker.ts";
import { SIDE_LABEL, type Role } from "#shared/domain/debates/side.ts";
import { useProviderLabel } from "#web/lib/config.tsx";
import type { StageSide } from "../stage/stage-bar.tsx";
import { Figure, JudgeFigure } from "./figure.tsx";
import { Glow, SceneGrid, Words } from "./scene-layout.tsx";

/** The highlighted figure: the side that speaks, the judge, or none. */
export type Lit = Role | "judge" | null;

interface SceneGlowProps {
  judge: Speaker | null;
  lit: Lit | "draw";
}

/** The light behind the figures. */
export const SceneGlow = ({ judge, lit }: SceneGlowProps) => (
  <>
    <Glow side="bot_a" data-lit={lit === "bot_a" || undefined} />
    <Glow side="bot_b" data-lit={lit === "bot_b" || undefined} />
    <Glow
      side="judge"
      data-lit={lit === "judge" || undefined}
      css={judge ? { color: getJudgeColor(judge) } : {}}
    />
  </>
);

interface SceneStageProps {
  judge: Speaker | null;
  lit: Lit;
  sides: readonly StageSide[];
  /** Whether the viewer may see scores. */
  isScored: boolean;
  /** Whether the words contain buttons. */
  hasButtons?: boolean;
  /** The words between the figures. */
  children: ReactNode;
}

/** Both debaters and the judge. An element around it must be a CSS container named `scene`. */
export const SceneStage = ({
  judge,
  sides,
  lit,
  isScored,
  hasButtons = false,
  children,
}: SceneStageProps) => {
  const getProviderLabel = useProviderLabel();
  const names = sides
    .map(({ role, provider }) => `${getProviderLabel(provider)}, ${SIDE_LABEL[role]}`)
    .join(" and ");
  return (
    <SceneGrid
      // Screen readers would not find buttons in an image.
      role={hasButtons ? "group" : "img"}
      aria-label={`${names} on a stage`}
      data-lit={lit ?? "none"}
    >
      {judge && <JudgeFigure provider={judge} isSpeaking={lit === "judge"} isScored={isScored} />}
      {sides.map((side) => (
        <Figure key={side.role} side={side} lit={lit} />
      ))}
      <Words>{children}</Words>
    </SceneGrid>
  );
};
