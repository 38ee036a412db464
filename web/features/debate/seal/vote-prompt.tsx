import type { RefObject } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { SEALED_TURNS } from "#shared/domain/debates/judging/sealed-results.ts";
import { getProviderOfRole, ROLES, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { getHeadShape } from "#shared/domain/speaker.ts";
import { getJudgeColor } from "#web/components/debate/speaker-color.ts";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { Button } from "#web/components/ui/controls/button.tsx";
import { panelSurface } from "#web/components/theme/surfaces.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { returnRefs } from "#web/lib/auth/return-focus.ts";
import { useProviderLabel, useVerdictJudge } from "#web/lib/config.tsx";
import { useDisabledUntilHydrated } from "#web/lib/browser/hydration.ts";
import { useCastVote } from "../voting/use-cast-vote.ts";
import { useSkipVote } from "../voting/use-skip-vote.ts";
import { Headline, LOW, Middle, SealGrid, SideName, SideStance } from "./seal-layout.tsx";
import { useVoteClock } from "./vote-clock.ts";

const SideCard = styled("div", {
  base: {
    ...panelSurface,
    display: "grid",
    justifyItems: "center",
    gap: "2",
    p: { base: "3", md: "5" },
    minW: 0,
    [LOW]: { p: "2", gap: "1" },
  },
  variants: {
    side: {
      bot_a: { gridArea: "for", borderColor: "for" },
      bot_b: { gridArea: "against", borderColor: "against" },
    },
  },
});

const VOTE_BUTTON_STYLE = { w: "100%", mt: "2", px: "2", [LOW]: { mt: "0" } };

const Judge = styled("div", {
  base: {
    display: "grid",
    justifyItems: "center",
    "--face": "min(4.5rem, 11dvh)",
    "& > strong": { color: "ink", fontFamily: "display", fontSize: "17" },
    "& > p": { color: "muted", fontSize: "14", textWrap: "balance" },
    [LOW]: { "& > [data-mood]": { display: "none" } },
  },
});

const Clock = styled("p", {
  base: {
    fontFamily: "display",
    fontWeight: 700,
    fontVariantNumeric: "tabular-nums",
    fontSize: "clamp(2.5rem, 1.5rem + 4cqw, 4.25rem)",
    lineHeight: 1,
    [LOW]: { fontSize: "2rem" },
  },
});

const Choices = styled("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "center",
    gap: { base: "1", md: "3" },
  },
});

const CHOICE_STYLE = { px: "2", textDecoration: "underline", textUnderlineOffset: "3px" };
/* The button is as wide as its longer label, so that the button beside it stays where it is. */
const PAUSE_STYLE = { ...CHOICE_STYLE, minW: "8.5rem" };

const formatClock = (seconds: number): string => `0:${String(seconds).padStart(2, "0")}`;

interface VotePromptProps {
  debate: Debate;
  /** The element that must be in the window while the clock runs. */
  frame: RefObject<Element | null>;
}

/** Asks for the vote before the results are shown. When the time is over, the vote is skipped. */
export const VotePrompt = ({ debate, frame }: VotePromptProps) => {
  const { id, maxTurns, botAProvider, botBProvider, seal } = debate;
  const getProviderLabel = useProviderLabel();
  const hydrationProps = useDisabledUntilHydrated();
  const cast = useCastVote(id);
  const skip = useSkipVote(id);
  const isPending = cast.isPending || skip.isPending;
  const isDecided = seal === "decided";
  const { secondsLeft, isPaused, togglePause } = useVoteClock({
    debateId: id,
    target: frame,
    isRunning: isDecided && !isPending,
    onEnd: () => skip.mutate(false),
  });
  const judge = useVerdictJudge(debate.judge);
  const isSameProvider = botAProvider === botBProvider;
  return (
    <SealGrid kind="vote">
      <Middle>
        {debate.judge && (
          <Judge css={{ color: getJudgeColor(debate.judge) }}>
            <RobotFace size="huge" mood="calm" head={getHeadShape(debate.judge)} />
            <strong>
              {judge} {isDecided ? "has decided" : "is deciding…"}
            </strong>
            <p>
              Scores of turns {maxTurns - SEALED_TURNS + 1} and {maxTurns} are sealed until you vote
              {debate.mystery && ", and so are the names"}.
            </p>
          </Judge>
        )}
        <Headline id="vote">Who won?</Headline>
        <Clock role="timer" aria-label="Time left to vote">
          {formatClock(secondsLeft)}
        </Clock>
        <Choices>
          <Button {...hydrationProps} variant="ghost" css={PAUSE_STYLE} onClick={togglePause}>
            {isPaused ? "Resume the clock" : "Pause the clock"}
          </Button>
          {Object.entries({ Undecided: true, Skip: false }).map(([label, isUndecided]) => (
            <Button
              key={label}
              {...hydrationProps}
              variant="ghost"
              css={CHOICE_STYLE}
              isPending={isPending}
              onClick={() => skip.mutate(isUndecided)}
            >
              {label}
            </Button>
          ))}
        </Choices>
      </Middle>
      {ROLES.map((role) => {
        const provider = getProviderOfRole(role, debate);
        const label = getProviderLabel(provider);
        const [winner, other] = isSameProvider
          ? [SIDE_LABEL[role], label]
          : [label, SIDE_LABEL[role]];
        return (
          <SideCard key={role} side={role} data-vote>
            <RobotFace side={role} size="huge" mood="calm" head={getHeadShape(provider)} />
            <div>
              <SideName>{label}</SideName>
              <SideStance side={role}>{SIDE_LABEL[role]}</SideStance>
            </div>
            <Button
              ref={role === "bot_a" ? returnRefs["#vote"] : undefined}
              css={VOTE_BUTTON_STYLE}
              {...hydrationProps}
              variant="solid"
              aria-label={`${winner} won, ${other}`}
              isPending={isPending}
              onClick={() => cast.mutate(role)}
            >
              {winner} won
            </Button>
          </SideCard>
        );
      })}
    </SealGrid>
  );
};
