import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import {
  BALLOT_STANCE_LABEL,
  BALLOT_STANCES,
  type BallotStance,
} from "#shared/domain/debates/audience/swing.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import type { DebateViewState } from "../view/use-debate-view-state.ts";
import { swingQuery } from "./swing-query.ts";
import { useCastBallot } from "./use-cast-ballot.ts";

/* Inherits the height of the chart of the lead, which replaces the ballot from turn 2 on. */
const Frame = styled("section", {
  base: {
    display: "grid",
    gridTemplateColumns: { base: "minmax(0, 1fr) auto", sm: "minmax(0, 12rem) auto" },
    alignItems: "center",
    gap: "3",
    minW: 0,
    minH: "inherit",
    "@media (max-height: 30rem)": { gridTemplateColumns: "auto", minH: "touch" },
    _focusVisible: { outline: "2px solid", outlineColor: "focus" },
  },
});

const Question = styled("p", {
  base: {
    fontSize: "13",
    lineHeight: 1.35,
    color: "muted",
    "& > strong": { display: "block", fontWeight: 650, fontSize: "14", color: "ink" },
    "& > span": { srOnly: { base: true, lg: false } },
    "@media (max-height: 30rem)": { srOnly: true },
  },
});

const Chosen = styled("p", {
  base: { gridColumn: "1 / -1", fontSize: "14", color: "muted", "& > strong": { color: "ink" } },
});

const Choices = styled("div", {
  base: {
    display: "flex",
    gap: "2",
    "& > button": { px: { base: "2.5", xl: "4" } },
    /* A low window has room only for a short question. */
    "@media (max-height: 30rem)": {
      gap: "1",
      _before: {
        content: '"Your view?"',
        alignSelf: "center",
        maxW: "2.25rem",
        fontSize: "13",
        lineHeight: 1.2,
        color: "muted",
      },
    },
  },
});

const STANCE_STYLE = {
  for: { color: "for" },
  undecided: {},
  against: { color: "against" },
} as const satisfies Record<BallotStance, object>;

export interface BallotProps {
  view: DebateViewState;
  /** Shown instead of the question if the viewer is not asked. */
  children: ReactNode;
}

/**
 * Asks whether a viewer is for, against or undecided. Shows `children` to viewers who are not asked,
 * and to all once turn 2 has come into view.
 */
export const Ballot = ({ view: { debate }, children }: BallotProps) => {
  const { data: swing } = useQuery(swingQuery(debate.id));
  const cast = useCastBallot(debate.id);
  const frame = useRef<HTMLElement>(null);
  if (!swing?.ballot.isOpen || !swing.ballot.isAsked) return children;
  const { mine } = swing.ballot;
  const choose = (stance: BallotStance) => {
    // The pressed button disappears, so the section takes over the focus.
    const moveFocus = () => frame.current?.focus({ preventScroll: true });
    cast.mutate(stance, { onSuccess: moveFocus });
  };
  return (
    <Frame
      ref={frame}
      tabIndex={-1}
      aria-label="Your view before the debate"
      data-ballot={mine === null ? "open" : "chosen"}
    >
      {mine === null ? (
        <>
          <Question id="ballot-question">
            <strong>Where do you stand?</strong>
            <span>Your choice is final. Vote again at the end.</span>
          </Question>
          <Choices role="group" aria-labelledby="ballot-question">
            {BALLOT_STANCES.map((stance) => (
              <Button
                key={stance}
                css={STANCE_STYLE[stance]}
                isPending={cast.isPending}
                onClick={() => choose(stance)}
              >
                {BALLOT_STANCE_LABEL[stance]}
              </Button>
            ))}
          </Choices>
        </>
      ) : (
        <Chosen role="status">
          You said <strong>{BALLOT_STANCE_LABEL[mine]}</strong>. Vote again at the end.
        </Chosen>
      )}
    </Frame>
  );
};
