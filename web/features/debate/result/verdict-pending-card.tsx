import { Gavel } from "lucide-react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { Card } from "#web/components/ui/content/card.tsx";
import { Muted, SectionTitle } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { useFocusFallback } from "#web/lib/browser/use-focus-fallback.ts";

/* A minimum height, so that the card does not change its size with its text. */
const Frame = styled(Card, {
  base: { display: "grid", alignContent: "start", gap: "2", minH: "10rem" },
});

const Line = styled("div", { base: { display: "flex", alignItems: "center", gap: "3" } });

/* The time left to vote, as a bar. The animation's 15 s must match `VOTE_PROMPT_MS`. */
const CountdownBar = styled("div", {
  base: {
    h: "3px",
    borderRadius: "pill",
    bg: "ink",
    transformOrigin: "left",
    animation: "drain 15s linear forwards",
    _motionReduce: { display: "none" },
  },
});

interface VerdictPendingCardProps {
  debate: Debate;
  /** Whether the verdict is ready and waits for the viewer's vote. */
  isVerdictReady: boolean;
  onShow: () => void;
}

/** Shown before the verdict: the judge's progress and a button to reveal it. */
export const VerdictPendingCard = ({ debate, isVerdictReady, onShow }: VerdictPendingCardProps) => {
  const getProviderLabel = useProviderLabel();
  // When the time to vote is over, the card disappears and the last turn takes over its focus.
  const frame = useFocusFallback<HTMLElement>(`turn-${debate.maxTurns}`);
  const judge = debate.judge ? getProviderLabel(debate.judge) : "The judge";
  const remark = () => {
    if (debate.scores === null) return `${judge} is scoring…`;
    if (!isVerdictReady) return "The judge is writing the verdict…";
    return "Vote for the winner, then see whether the judge agrees.";
  };
  return (
    <Frame ref={frame} aria-labelledby="result">
      <Line>
        <Gavel size={20} aria-hidden="true" />
        <SectionTitle id="result">
          {isVerdictReady ? "The verdict is ready" : "Final verdict coming up"}
        </SectionTitle>
      </Line>
      <Muted>{remark()}</Muted>
      {debate.scores !== null && (
        <Button css={{ justifySelf: "start", mt: "2" }} onClick={onShow}>
          Show the verdict
        </Button>
      )}
      {isVerdictReady && debate.myVote === null && <CountdownBar aria-hidden="true" />}
    </Frame>
  );
};
