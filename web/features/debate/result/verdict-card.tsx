import { Gavel, RotateCcw } from "lucide-react";
import { type Ref, useEffect, useState } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { type MomentumPoint, findTurningPoint } from "#shared/domain/debates/judging/momentum.ts";
import { DEFAULT_LANGUAGE, getBaseLanguage } from "#shared/domain/debates/language/language.ts";
import { getWinner } from "#shared/domain/debates/judging/score.ts";
import { ROLES } from "#shared/domain/debates/side.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { Muted, SectionTitle } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { panelSurface } from "#web/components/theme/surfaces.ts";
import { useProviderLabel } from "#web/lib/config.tsx";
import { formatScore } from "#web/lib/format.ts";
import { VerdictAppeals } from "../appeals/verdict-appeals.tsx";
import { MomentumChart } from "../momentum/momentum-chart.tsx";
import { IdentityNote } from "./identity-note.tsx";
import { DecisionNote } from "./decision-note.tsx";
import { useOutcome } from "./use-outcome.ts";
import { compareWithVote, getVerdictText } from "./verdict-headline.ts";
import { bindPunctuation } from "#shared/domain/debates/language/no-break-spaces.ts";
import { useTextAttributes } from "#web/components/debate/debate-language.ts";

/** Duration of the animation that reveals the verdict. */
const SCENE_MS = 5000;

const Frame = styled("section", {
  base: {
    ...panelSurface,
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

/*
 * Aligns the label of the button with the end of the line. On phones the padding is smaller, so
 * that the button fits.
 */
const SKIP_BUTTON_STYLE = { px: { base: "2", md: "4" }, me: { base: "-2", md: "-4" } };

/** Style of an element that appears after `delay` while the verdict is revealed. */
const createRevealAnimation = (delay: string) => ({
  "[data-playing] &": {
    animation: `rise 500ms {easings.out} ${delay} backwards`,
    _motionReduce: { animation: "none" },
  },
});

const WinnerRow = styled("div", {
  base: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: { base: "4", md: "6" } },
});
const Faces = styled("div", {
  base: { display: "flex", gap: "3", ...createRevealAnimation("100ms") },
});
const Name = styled("div", { base: { minW: 0, ...createRevealAnimation("500ms") } });
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
    ...createRevealAnimation("1100ms"),
  },
});
const Side = styled("span", {
  base: {},
  variants: {
    side: { bot_a: { color: "for" }, bot_b: { color: "against" } },
    isBest: { true: { fontSize: { base: "44", md: "60" } } },
  },
});

const VoteComparison = styled("p", {
  base: {
    fontFamily: "display",
    fontWeight: 650,
    fontSize: "17",
    lineHeight: 1.3,
    ...createRevealAnimation("1600ms"),
  },
  variants: { isScene: { true: { fontSize: { base: "20", md: "26" } } } },
});

const MomentumSection = styled("div", {
  base: {
    ...createRevealAnimation("1900ms"),
    "--plot": { base: "4.5rem", md: "6rem" },
    "& p": { mt: "2", fontSize: "13", color: "muted" },
  },
});

const VerdictWords = styled("div", {
  base: {
    display: "grid",
    alignContent: "start",
    gap: "4",
    "& blockquote": {
      maxW: "stageSpeech",
      fontSize: "17",
      lineHeight: 1.65,
      whiteSpace: "pre-line",
    },
    ...createRevealAnimation("2700ms"),
  },
  variants: {
    /*
     * Height of the decision and about 100 words, so that the vote below does not move when they
     * arrive.
     */
    isComing: { true: { minH: { base: "34rem", sm: "26rem", lg: "20rem" }, color: "muted" } },
  },
});

const LanguageNote = styled(Muted, { base: { maxW: "stageSpeech", fontSize: "13" } });

/** Whether the reveal animation is playing. It ends after `SCENE_MS` or when Escape is pressed. */
const useRevealScene = (isScene: boolean) => {
  const [isPlaying, setPlaying] = useState(isScene);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const end = () => setPlaying(false);
    const handleKeyDown = ({ key }: KeyboardEvent) => key === "Escape" && end();
    const timer = setTimeout(end, SCENE_MS);
    document.addEventListener("keydown", handleKeyDown);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("keydown", handleKeyDown);
    };
  }, [isPlaying]);
  return { isPlaying, end: () => setPlaying(false) };
};

const nameJudge = (
  { judge, scores }: Debate,
  labelOf: ReturnType<typeof useProviderLabel>,
): string => {
  if (scores?.panel) return "The judges’ verdict";
  return judge ? `${labelOf(judge)}’s verdict` : "This debate was not judged";
};

interface VerdictCardProps {
  debate: Debate;
  scored: readonly MomentumPoint[];
  /** Whether the verdict is revealed with an animation. */
  isScene: boolean;
  ref?: Ref<HTMLElement>;
  onReplay: () => void;
}

/** The result: winner or draw, final scores, momentum and the verdict's text. */
export const VerdictCard = ({ debate, scored, isScene, ref, onReplay }: VerdictCardProps) => {
  const getProviderLabel = useProviderLabel();
  const textAttributes = useTextAttributes();
  const [title, remark] = useOutcome(debate);
  const { isPlaying, end } = useRevealScene(isScene);
  const { scores } = debate;
  const winner = scores && getWinner(scores);
  const winners = ROLES.filter((role) => winner === role || winner === "draw");
  const turningPoint = findTurningPoint(scored);
  const comparison = compareWithVote(debate);
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
          {nameJudge(debate, getProviderLabel)}
        </p>
        {/* One button for Skip and Replay, so that it keeps the focus when its action changes. */}
        {scores && (
          <Button variant="ghost" css={SKIP_BUTTON_STYLE} onClick={isPlaying ? end : onReplay}>
            {!isPlaying && <RotateCcw size={14} />}
            {isPlaying && "Skip"}
            {!isPlaying && "Replay the verdict"}
          </Button>
        )}
      </Kicker>
      <WinnerRow>
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
      </WinnerRow>
      {isScene && scores && (
        <Scores aria-hidden="true">
          {ROLES.map((role) => (
            <Side key={role} side={role} isBest={winner === role}>
              {formatScore(role === "bot_a" ? scores.botA : scores.botB)}
              {role === "bot_a" && <small> to </small>}
            </Side>
          ))}
        </Scores>
      )}
      <IdentityNote debate={debate} />
      {comparison && <VoteComparison isScene={isScene}>{comparison}</VoteComparison>}
      {isScene && scored.length > 0 && (
        <MomentumSection>
          <MomentumChart scored={scored} maxTurns={debate.maxTurns} />
          {turningPoint !== null && <p>Turning point: turn {turningPoint}.</p>}
        </MomentumSection>
      )}
      {scores && (
        <VerdictWords isComing={scores.reasoning === null}>
          <DecisionNote scores={scores} />
          <blockquote {...(scores.reasoning && textAttributes)}>
            {bindPunctuation(getVerdictText(scores), textAttributes.lang)}
          </blockquote>
        </VerdictWords>
      )}
      {scores?.decision && <VerdictAppeals debateId={debate.id} isInCard />}
      {scores && getBaseLanguage(debate.language) !== DEFAULT_LANGUAGE && (
        <LanguageNote>
          AI judges often score the same text differently in another language (kappa about 0.3,
          EMNLP 2025). Read scores outside English with caution.
        </LanguageNote>
      )}
    </Frame>
  );
};
