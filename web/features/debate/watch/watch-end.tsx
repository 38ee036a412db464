import type { ReactNode } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { SignUpLinks } from "#web/components/debate/starting/sign-up-links.tsx";
import { SignUpPrompt } from "#web/components/debate/starting/sign-up-prompt.tsx";
import { Button } from "#web/components/ui/controls/button.tsx";
import { Muted } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { Headline, SealFrame } from "../seal/seal-layout.tsx";
import { VerdictSteps } from "../seal/verdict-steps.tsx";
import type { DebateViewState } from "../view/use-debate-view-state.ts";
import { hasLockedTurns } from "../locked-turns.ts";

/**
 * Id of the part that is shown at the end. It receives the focus if the focused button disappears.
 */
const END_ID = "watch-end";

const Center = styled("div", {
  base: {
    display: "grid",
    placeContent: "center",
    justifyItems: "center",
    gap: "4",
    minH: "100%",
    p: "4",
    textAlign: "center",
  },
});

const VisitorEnd = ({ debate }: { debate: Debate }) => (
  <SignUpPrompt
    title={hasLockedTurns(true, debate) ? "Want to see how this debate ends?" : "Who won?"}
    text="Join to see all turns, the scores and the verdict"
  >
    <SignUpLinks />
  </SignUpPrompt>
);

interface WatchEndProps {
  view: DebateViewState;
  onLeave: () => void;
}

/** The end of the scene: the verdict in steps, or for visitors the invitation to join. */
export const WatchEnd = ({ view, onLeave }: WatchEndProps) => {
  const { debate, isVisitor } = view;
  const frame = (label: string, children: ReactNode) => (
    <SealFrame id={END_ID} tabIndex={-1} place="scene" aria-label={label} data-watch-end>
      {children}
    </SealFrame>
  );
  if (isVisitor)
    return frame(
      "The end",
      <Center>
        <VisitorEnd debate={debate} />
      </Center>,
    );
  if (debate.scores)
    return frame(
      "Verdict",
      <VerdictSteps
        view={view}
        frameId={END_ID}
        voteHint="Read the debate to vote"
        onRead={onLeave}
      />,
    );
  return frame(
    "The end",
    <Center>
      <Headline>The debate is over</Headline>
      <Muted>{debate.judge ? "There is no verdict yet." : "This debate was not judged."}</Muted>
      <Button onClick={onLeave}>Read the debate</Button>
    </Center>,
  );
};
