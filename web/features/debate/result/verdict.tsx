import { Gavel, RotateCcw } from "lucide-react";
import { type Ref, useEffect, useState } from "react";
import type { Debate, DebateScores } from "#shared/contract/debate.ts";
import { type MomentumPoint, turningPoint } from "#shared/domain/momentum.ts";
import { winnerOf } from "#shared/domain/score.ts";
import { ROLES, SIDE_LABEL } from "#shared/domain/side.ts";
import { Button } from "#web/components/ui/button.tsx";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { Muted, SectionTitle } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { panel } from "#web/components/theme/surfaces.ts";
import { useProviderLabel } from "#web/lib/config.tsx";
import { Score } from "../stage/score.tsx";
import { MomentumChart } from "../momentum/momentum-chart.tsx";
import { useOutcome } from "./use-outcome.ts";

/** Duration of the animation. */
const SCENE_MS = 5000;

const Frame = styled("section", {
  base: {
    ...panel,
    display: "grid",
    alignContent: "start",
    gap: "5",
    p: { base: "5", md: "6" },
    scrollMarginTop: "calc(3.5rem + 1rem)",
    _focusVisible: { outline: "2px solid", outlineColor: "focus" },
  },
  variants: {
    isScene: {
      true: {
        gap: { base: "5", md: "7" },
        p: { base: "5", md: "10" },
        minH: { base: "calc(100dvh - 9rem)", lg: "34rem" },
      },
    },
    light: {
      bot_a: { bgImage: "radial-gradient(100% 80% at 20% 0%, {colors.forTint}, transparent)" },
      bot_b: { bgImage: "radial-gradient(100% 80% at 80% 0%, {colors.againstTint}, transparent)" },
      draw: {
        bgImage:
          "radial-gradient(60% 80% at 0% 0%, {colors.forTint}, transparent), radial-gradient(60% 80% at 100% 0%, {colors.againstTint}, transparent)",
      },
    },
  },
});

const Kicker = styled("div", {
  base: {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    flexWrap: "wrap",
    gap: "2",
    fontSize: "14",
    color: "muted",
    "& p": { display: "flex", alignItems: "center", gap: "2" },
  },
});

/* Aligns the button's label with the line's end. On phones both just fit. */
const IN_LINE = { px: { base: "2", md: "4" }, me: { base: "-2", md: "-4" } };

/** Delayed entrance during the animation. */
const at = (delay: string) => ({
  "[data-playing] &": {
    animation: `rise 500ms {easings.out} ${delay} backwards`,
    _motionReduce: { animation: "none" },
  },
});

const Who = styled("div", {
  base: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: { base: "4", md: "6" } },
});
const Faces = styled("div", { base: { display: "flex", gap: "3", ...at("100ms") } });
const Name = styled("div", { base: { minW: 0, ...at("500ms") } });
const Title = styled(SectionTitle, {
  base: {},
  variants: {
    isScene: { true: { fontSize: { base: "34", md: "60" }, letterSpacing: "-0.025em" } },
  },
});

const Scores = styled("p", {
  base: {
    display: "flex",
    alignItems: "baseline",
    gap: "3",
    fontFamily: "display",
    fontWeight: 700,
    fontVariantNumeric: "tabular-nums",
    lineHeight: 1,
    fontSize: { base: "34", md: "44" },
    "& small": { ms: "2", fontFamily: "text", fontWeight: 400, fontSize: "16", color: "muted" },
    ...at("1100ms"),
  },
});
const Side = styled("span", {
  base: {},
  variants: {
    side: { bot_a: { color: "for" }, bot_b: { color: "against" } },
    isBest: { true: { fontSize: { base: "44", md: "60" } } },
  },
});

const Compared = styled("p", {
  base: {
    fontFamily: "display",
    fontWeight: 650,
    fontSize: "17",
    lineHeight: 1.3,
    ...at("1600ms"),
  },
  variants: { isScene: { true: { fontSize: { base: "20", md: "26" } } } },
});

const Course = styled("div", {
  base: {
    ...at("1900ms"),
    "--plot": { base: "4.5rem", md: "6rem" },
    "& p": { mt: "2", fontSize: "13", color: "muted" },
  },
});

const Words = styled("blockquote", {
  base: {
    maxW: "stageSpeech",
    fontSize: "17",
    lineHeight: 1.65,
    whiteSpace: "pre-line",
    ...at("2700ms"),
  },
  variants: {
    /* Height of about 100 words, so that the vote below does not move. */
    isComing: { true: { minH: { base: "26rem", sm: "20rem", lg: "14rem" }, color: "muted" } },
  },
});

const verdictOf = ({ reasoning }: DebateScores): string =>
  reasoning === null
    ? "The judge is writing the verdict…"
    : reasoning || "The judge wrote no verdict: the scores stand.";

/** Compares the viewer's vote with the judge; null without both. */
const agreement = ({ myVote, scores }: Pick<Debate, "myVote" | "scores">): string | null => {
  const winner = scores && winnerOf(scores);
  if (myVote === null || winner === null) return null;
  const judged = winner === "draw" ? "a draw" : SIDE_LABEL[winner];
  return `You said ${SIDE_LABEL[myVote]}. The judge said ${judged}.`;
};

/** Whether the animation is playing. Ends after its duration or on Escape. */
const useScene = (isScene: boolean) => {
  const [isPlaying, setPlaying] = useState(isScene);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const end = () => setPlaying(false);
    const press = ({ key }: KeyboardEvent) => key === "Escape" && end();
    const timer = setTimeout(end, SCENE_MS);
    document.addEventListener("keydown", press);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("keydown", press);
    };
  }, [isPlaying]);
  return { isPlaying, end: () => setPlaying(false) };
};

interface VerdictProps {
  debate: Debate;
  scored: readonly MomentumPoint[];
  /** Whether the verdict is revealed with an animation. */
  isScene: boolean;
  ref?: Ref<HTMLElement>;
  onReplay: () => void;
}

/** The result: winner or draw, final scores, momentum and the verdict's text. */
export const Verdict = ({ debate, scored, isScene, ref, onReplay }: VerdictProps) => {
  const labelOf = useProviderLabel();
  const [title, remark] = useOutcome(debate);
  const { isPlaying, end } = useScene(isScene);
  const { scores } = debate;
  const winner = scores && winnerOf(scores);
  const winners = ROLES.filter((role) => winner === role || winner === "draw");
  const turned = turningPoint(scored);
  const compared = agreement(debate);
  return (
    <Frame
      ref={ref}
      id="verdict"
      tabIndex={-1}
      aria-labelledby="result"
      isScene={isScene}
      {...(winner && { light: winner })}
      data-playing={isPlaying || undefined}
    >
      <Kicker>
        <p>
          <Gavel size={16} aria-hidden="true" />
          {debate.judge ? `The verdict of ${labelOf(debate.judge)}` : "Nobody judged this debate"}
        </p>
        {/* A single button for both actions, so that it keeps the focus. */}
        {scores && (
          <Button look="ghost" css={IN_LINE} onClick={isPlaying ? end : onReplay}>
            {!isPlaying && <RotateCcw size={14} />}
            {isPlaying && "Skip"}
            {!isPlaying && (isScene ? "Watch again" : "Watch the verdict")}
          </Button>
        )}
      </Kicker>
      <Who>
        <Faces>
          {winners.map((role) => (
            <RobotFace
              key={role}
              side={role}
              size={isScene ? "huge" : "xl"}
              mood={winner === "draw" ? "calm" : "winning"}
            />
          ))}
        </Faces>
        <Name>
          <Title id="result" isScene={isScene}>
            {title}
          </Title>
          <Muted css={{ fontVariantNumeric: "tabular-nums" }}>{remark}</Muted>
        </Name>
      </Who>
      {isScene && scores && (
        <Scores aria-hidden="true">
          {ROLES.map((role) => (
            <Side key={role} side={role} isBest={winner === role}>
              <Score score={role === "bot_a" ? scores.botA : scores.botB} from={0} />
              {role === "bot_a" && <small> to </small>}
            </Side>
          ))}
        </Scores>
      )}
      {compared && <Compared isScene={isScene}>{compared}</Compared>}
      {isScene && scored.length > 0 && (
        <Course>
          <MomentumChart scored={scored} maxTurns={debate.maxTurns} />
          {turned !== null && <p>It turned with turn {turned}.</p>}
        </Course>
      )}
      {scores && (
        <Words dir="auto" isComing={scores.reasoning === null}>
          {verdictOf(scores)}
        </Words>
      )}
    </Frame>
  );
};
