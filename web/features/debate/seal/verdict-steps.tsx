import { Share2 } from "lucide-react";
import { useIsFetching } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { computeMomentum, findTurningPoint } from "#shared/domain/debates/judging/momentum.ts";
import { describePanel, summarizeVerdict } from "#shared/domain/debates/judging/panel.ts";
import { getWinner } from "#shared/domain/debates/judging/score.ts";
import { getProviderOfRole, type Role, ROLES, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { BLIND_LABELS, getHeadShape, isProvider } from "#shared/domain/speaker.ts";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { Button } from "#web/components/ui/controls/button.tsx";
import { panelSurface } from "#web/components/theme/surfaces.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel, useVerdictJudge } from "#web/lib/config.tsx";
import { useFocusFallback } from "#web/lib/browser/use-focus-fallback.ts";
import { formatCount, formatScore } from "#web/lib/format.ts";
import { compareWithVote, describeJudgement, getVerdictText } from "../result/verdict-headline.ts";
import { turnsQuery } from "../debate-queries.ts";
import type { DebateViewState } from "../view/use-debate-view-state.ts";
import { REVEAL_STEPS, useRevealSteps } from "./reveal-step.ts";
import { Headline, LOW, Middle, SealGrid, SideName, SideStance } from "./seal-layout.tsx";
import { useShareVerdict } from "./share-verdict.ts";
import type { TextAttributes } from "#shared/domain/debates/language/text-attributes.ts";
import { wrapInQuotes } from "#shared/domain/debates/language/quotation-marks.ts";
import { bindPunctuation } from "#shared/domain/debates/language/no-break-spaces.ts";
import { useTextAttributes } from "#web/components/debate/debate-language.ts";

/* Hidden steps keep their space, so that nothing moves when they appear. */
const HIDDEN = { "&[data-hidden]": { visibility: "hidden", opacity: 0 } } as const;

const Figure = styled("div", {
  base: {
    display: "grid",
    justifyItems: "center",
    alignContent: "center",
    minW: 0,
    /* Aligned at the top in a low window, where the text may not fit. Centered text would be cut
       off at the top. */
    [LOW]: { alignSelf: "start" },
    /* With forced colours, an outline highlights the side. */
    "@media (forced-colors: active)": {
      "&[data-lit=lit]": { outline: "2px solid Highlight" },
    },
    "& > [data-face]": {
      transform: "scale(0.85)",
      transition: "opacity {durations.calm}, transform 320ms {easings.out}",
      _motionReduce: { transition: "none" },
    },
    "&[data-lit=lit] > [data-face]": { transform: "scale(1.1)" },
    "&[data-lit=dark] > [data-face]": { opacity: 0.5 },
  },
  variants: { side: { bot_a: { gridArea: "for" }, bot_b: { gridArea: "against" } } },
});

/* Both names share one grid cell, so that the space does not depend on which name is shown. */
const Names = styled("div", {
  base: {
    display: "grid",
    w: "100%",
    "& > p": { ...HIDDEN, gridArea: "1 / 1" },
  },
});

const Score = styled("p", {
  base: {
    ...HIDDEN,
    fontFamily: "display",
    fontWeight: 700,
    fontSize: { base: "26", md: "34" },
    lineHeight: 1.2,
    fontVariantNumeric: "tabular-nums",
  },
});

/* Breaks between its sentences first. */
const Title = styled(Headline, {
  base: { ...HIDDEN, minH: "2.24em", "& > span": { display: "inline-block" } },
});

const Step = styled("div", {
  base: {
    ...panelSurface,
    ...HIDDEN,
    w: "100%",
    px: { base: "4", md: "5" },
    py: { base: "2.5", md: "3" },
    textAlign: "start",
    transition: "opacity {durations.calm}",
    _motionReduce: { transition: "none" },
    [LOW]: { py: "1.5" },
    "& > h3": { fontFamily: "text", fontSize: "13", fontWeight: 400, color: "muted" },
    "& > p": {
      mt: "1",
      fontSize: { base: "16", md: "17" },
      lineHeight: 1.45,
      textWrap: "pretty",
      whiteSpace: "pre-line",
    },
    /* Only a block can be aligned by its own text direction. */
    "& > p > *": { display: "block" },
    "& mark": { bg: "quote", color: "ink", px: "1", borderRadius: "mark" },
    "& strong": { fontWeight: 700 },
    "& small": { display: "block", mb: "1.5", fontSize: "14", lineHeight: 1.45, color: "muted" },
  },
});

const Actions = styled("div", {
  base: { display: "flex", flexWrap: "wrap", justifyContent: "center", gap: "2", mt: "1" },
});

/* "Next" is as wide as the button that replaces it. */
const MAIN_ACTION_STYLE = { minW: "11.5rem" };

const Waiting = styled("p", { base: { color: "muted", fontSize: "17" } });

const describeTurningPoint = (
  { turns }: { turns: readonly Turn[] },
  winner: Role | "draw" | null,
  textAttributes: TextAttributes,
) => {
  const turnNumber = findTurningPoint(computeMomentum(turns));
  const [quote] = turns.find((turn) => turn.turnNumber === turnNumber)?.quotes ?? [];
  if (turnNumber !== null)
    return {
      title: `The turning point · turn ${turnNumber}`,
      text:
        quote === undefined ? (
          "The lead changed here."
        ) : (
          <span {...textAttributes}>
            <mark>
              {bindPunctuation(wrapInQuotes(quote, textAttributes.lang), textAttributes.lang)}
            </mark>
          </span>
        ),
    };
  return {
    title: "The turning point",
    text:
      winner === null || winner === "draw"
        ? "There was none."
        : `There was none: ${SIDE_LABEL[winner]} led from the start.`,
  };
};

const describeAudience = (
  votes: Debate["winnerVotes"],
  voteHint: string,
  isBlind: boolean,
): { title: string; text: ReactNode } => {
  if (votes === null)
    return {
      title: "The audience",
      text: `${voteHint}, and see ${isBlind ? "who debated and " : ""}how the others voted.`,
    };
  const count = votes.botA + votes.botB;
  const leader = votes.botA >= votes.botB ? "bot_a" : "bot_b";
  const share = Math.round((100 * Math.max(votes.botA, votes.botB)) / Math.max(1, count));
  return {
    title: `The audience · ${formatCount(count, "vote")}`,
    text:
      votes.botA === votes.botB ? (
        "Split evenly"
      ) : (
        <strong>
          {share}% {SIDE_LABEL[leader]}
        </strong>
      ),
  };
};

/** The button disappears with the last step. The focus then moves to the verdict. */
const NextButton = ({ onPress, frameId }: { onPress: () => void; frameId: string }) => (
  <Button
    ref={useFocusFallback<HTMLButtonElement>(frameId)}
    css={MAIN_ACTION_STYLE}
    onClick={onPress}
  >
    Next
  </Button>
);

interface VerdictStepsProps {
  view: Pick<DebateViewState, "results" | "verdict">;
  /** Id of the element around the steps. */
  frameId: string;
  /** Says how a viewer who has not voted can still vote. */
  voteHint: string;
  /** Opens the turns; null if they are already visible beside the steps. */
  onRead: (() => void) | null;
}

/** The results step by step; the winner comes last. */
export const VerdictSteps = ({ view, frameId, voteHint, onRead }: VerdictStepsProps) => {
  const { debate, turns } = view.results;
  const { scores } = debate;
  const isLoading = useIsFetching({ queryKey: turnsQuery(debate.id).queryKey }) > 0;
  const { shown, isOver, showNext } = useRevealSteps({
    debateId: debate.id,
    isReady: scores !== null && scores.reasoning !== null && !isLoading,
    onEnd: view.verdict.show,
  });
  const getProviderLabel = useProviderLabel();
  const judge = useVerdictJudge(debate.judge);
  const textAttributes = useTextAttributes();
  const share = useShareVerdict(debate, isOver);
  if (scores === null || shown === 0)
    return (
      <SealGrid kind="steps">
        <Middle>
          <Headline>The verdict</Headline>
          <Waiting>{judge} is still deciding…</Waiting>
        </Middle>
      </SealGrid>
    );
  const winner = getWinner(scores);
  const { panel } = scores;
  const isHidden = !isProvider(debate.botAProvider);
  const isRevealed = debate.mystery && isOver && !isHidden;
  const headline =
    compareWithVote(debate) ?? describeJudgement(debate) ?? "The judge named no winner.";
  const judgeName =
    isRevealed && debate.judge ? `The judge, ${getProviderLabel(debate.judge)}` : "The judge";
  const steps = [
    describeTurningPoint({ turns }, winner, textAttributes),
    describeAudience(debate.winnerVotes, voteHint, isHidden),
    {
      title: [panel ? "The judges" : judgeName, summarizeVerdict(scores)]
        .filter(Boolean)
        .join(" · "),
      text: (
        <>
          {panel && <small>{describePanel(panel, getProviderLabel)}</small>}
          <span {...(scores.reasoning && textAttributes)}>
            {bindPunctuation(getVerdictText(scores), textAttributes.lang)}
          </span>
        </>
      ),
    },
  ];
  const getLight = (role: Role) =>
    !isOver || winner === null || winner === "draw" ? undefined : winner === role ? "lit" : "dark";
  return (
    <SealGrid kind="steps">
      {ROLES.map((role) => {
        const blindName = role === "bot_a" ? "blue" : "red";
        // The names of a blind debate are revealed with the winner.
        const provider = debate.mystery && !isOver ? blindName : getProviderOfRole(role, debate);
        const label = getProviderLabel(provider);
        const isWinner = isOver && winner === role;
        const score = role === "bot_a" ? scores.botA : scores.botB;
        return (
          <Figure key={role} side={role} data-lit={getLight(role)}>
            <div data-face>
              <RobotFace
                side={role}
                size="huge"
                mood={isWinner ? "winning" : "calm"}
                head={getHeadShape(provider)}
              />
            </div>
            <Names>
              <SideName data-hidden={isWinner || undefined}>{label}</SideName>
              {winner === role && (
                <SideName data-hidden={!isOver || undefined}>{label} wins</SideName>
              )}
            </Names>
            <SideStance side={role}>
              {SIDE_LABEL[role]}
              {debate.mystery && isProvider(provider) && `, was ${BLIND_LABELS[blindName]}`}
            </SideStance>
            <Score data-hidden={!isOver || undefined}>
              {score === null ? "–" : formatScore(score)}
            </Score>
          </Figure>
        );
      })}
      <Middle>
        <Title data-hidden={!isOver || undefined}>
          {headline
            .replaceAll(". ", ".\n")
            .split("\n")
            .map((sentence) => (
              <Fragment key={sentence}>
                <span>{sentence}</span>{" "}
              </Fragment>
            ))}
        </Title>
        {steps.map((step, index) => (
          <Step key={REVEAL_STEPS[index]} data-hidden={index >= shown || undefined}>
            <h3>{step.title}</h3>
            <p>{step.text}</p>
          </Step>
        ))}
        <Actions>
          {!isOver && <NextButton onPress={showNext} frameId={frameId} />}
          {isOver && (
            <Button variant="solid" css={MAIN_ACTION_STYLE} onClick={() => void share(headline)}>
              <Share2 size={16} />
              Share the verdict
            </Button>
          )}
          {onRead && <Button onClick={onRead}>Read the debate</Button>}
        </Actions>
      </Middle>
    </SealGrid>
  );
};
