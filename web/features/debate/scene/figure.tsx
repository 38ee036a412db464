import { memo } from "react";
import { getHeadShape, type Speaker } from "#shared/domain/speaker.ts";
import { type Role, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { getJudgeColor } from "#web/components/debate/speaker-color.ts";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import type { StageSide } from "../stage/stage-bar.tsx";

const FigureFrame = styled("div", {
  base: {
    display: "grid",
    justifyItems: "center",
    alignSelf: "center",
    minW: 0,
    textAlign: "center",
    "--face": "var(--figure)",
    "& > [data-face]": {
      opacity: 0.7,
      transform: "scale(0.82)",
      transition: "opacity {durations.calm}, transform 320ms {easings.out}",
    },
    "&[data-lit=dark] > [data-face]": { opacity: 0.42, transform: "scale(0.68)" },
    "&[data-lit=lit] > [data-face]": { opacity: 1, transform: "none" },
    "@media (forced-colors: active)": {
      "&[data-lit=lit]": { outline: "2px solid Highlight", outlineOffset: "4px" },
    },
  },
  variants: {
    side: {
      bot_a: { gridArea: "for", color: "for" },
      bot_b: { gridArea: "against", color: "against" },
    },
  },
});

/*
 * A `div`, because users may enlarge the space after paragraphs. There is no room for more space
 * here.
 */
const Name = styled("div", {
  base: {
    color: "ink",
    fontFamily: "display",
    fontWeight: 700,
    fontSize: "clamp(0.9375rem, 0.7rem + 1cqw, 1.5rem)",
    lineHeight: 1.25,
    maxW: "100%",
    truncate: true,
  },
});

const Stance = styled("div", {
  base: {
    fontSize: "clamp(0.8125rem, 0.7rem + 0.3cqw, 0.9375rem)",
    fontWeight: 650,
    lineHeight: 1.35,
    /* Always reserves two lines, so that nothing moves when the text of the activity changes. */
    minH: "2.7em",
    textWrap: "balance",
  },
});

interface FigureProps {
  side: StageSide;
  lit: Role | "judge" | null;
}

const getLight = (role: Role, lit: FigureProps["lit"]): "lit" | "dark" | undefined => {
  if (lit === role) return "lit";
  return lit === null ? undefined : "dark";
};

/** A debater. The shape of its head shows the provider, if it is known; its colour the side. */
export const Figure = memo(({ side, lit }: FigureProps) => {
  const { role, provider, mood, activity } = side;
  const label = useProviderLabel()(provider);
  const head = getHeadShape(provider);
  return (
    <FigureFrame side={role} data-figure={role} data-lit={getLight(role, lit)}>
      <div data-face={head}>
        <RobotFace side={role} size="huge" mood={mood} head={head} />
      </div>
      <Name>{label}</Name>
      <Stance>{activity === null ? SIDE_LABEL[role] : `${SIDE_LABEL[role]}, ${activity}`}</Stance>
    </FigureFrame>
  );
});

const JudgeFrame = styled("div", {
  base: {
    gridArea: "judge",
    display: "grid",
    justifyItems: "center",
    rowGap: "1",
    alignSelf: "start",
    textAlign: "center",
    "--face": "var(--judge)",
    "& > [data-face]": {
      /* Without `grid`, the space below a line of text would be added to the face. */
      display: "grid",
      transformOrigin: "50% 0",
      transition: "transform 320ms {easings.out}",
    },
    "& > div + *": { transition: "transform 320ms {easings.out}" },
    "&[data-lit] > [data-face]": { transform: "scale(var(--judge-scale))" },
    "&[data-lit] > div + *": {
      transform: "translateY(calc(var(--judge) * (var(--judge-scale) - 1)))",
    },
    "@media (forced-colors: active)": {
      /* The outline lies inside, because the judge's name is directly below. */
      "&[data-lit] > [data-face]": { outline: "2px solid Highlight", outlineOffset: "-2px" },
    },
  },
});

const JudgeName = styled("div", {
  base: {
    fontSize: "13",
    lineHeight: 1.3,
    color: "muted",
    "& > strong": { display: "block", color: "ink", fontFamily: "display", fontSize: "16" },
    "@container scene (max-height: 22rem)": { display: "none" },
  },
});

interface JudgeFigureProps {
  provider: Speaker;
  isSpeaking: boolean;
  /** Whether the viewer may see what the judge says. */
  isScored: boolean;
}

/** The judge, between and above both debaters. */
export const JudgeFigure = memo(({ provider, isSpeaking, isScored }: JudgeFigureProps) => {
  const label = useProviderLabel()(provider);
  const head = getHeadShape(provider);
  return (
    <JudgeFrame
      data-figure="judge"
      data-lit={isSpeaking ? "lit" : undefined}
      css={{ color: getJudgeColor(provider) }}
    >
      <div data-face={head}>
        <RobotFace size="huge" mood={isSpeaking ? "speaking" : "listening"} head={head} />
      </div>
      <JudgeName>
        <strong>{label}</strong>
        {isSpeaking ? "The judge" : isScored ? "Judge, listening" : "Judge"}
      </JudgeName>
    </JudgeFrame>
  );
});
