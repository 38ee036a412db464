import { Gavel } from "lucide-react";
import type { Debate } from "#shared/contract/debate.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Muted, SectionTitle } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { useFocusFallback } from "#web/lib/use-focus-fallback.ts";

/* Always as high: what it says changes while one votes below it. */
const Frame = styled(Card, {
  base: { display: "grid", alignContent: "start", gap: "2", minH: "10rem" },
});

const Line = styled("div", { base: { display: "flex", alignItems: "center", gap: "3" } });

/* The time that is left, seen; whoever votes or presses needs none of it. */
const Left = styled("div", {
  base: {
    h: "3px",
    borderRadius: "pill",
    bg: "ink",
    transformOrigin: "left",
    animation: "drain 15s linear forwards",
    _motionReduce: { display: "none" },
  },
});

interface VerdictAskedProps {
  debate: Debate;
  /** Whether the verdict is written, and waits for the viewer's own. */
  isDue: boolean;
  onShow: () => void;
}

/** Before the verdict is told: how far the judge is, and the way to have it told at once. */
export const VerdictAsked = ({ debate, isDue, onShow }: VerdictAskedProps) => {
  const labelOf = useProviderLabel();
  // It goes away by itself, too.
  const frame = useFocusFallback<HTMLElement>(`turn-${debate.maxTurns}`);
  const judge = debate.judge ? labelOf(debate.judge) : "The judge";
  const remark = () => {
    if (debate.scores === null) return `${judge} is weighing up the last words…`;
    if (!isDue) return "The judge is writing the verdict…";
    return "The judge has decided. Say who won for you, and see whether it agrees.";
  };
  return (
    <Frame ref={frame} aria-labelledby="result">
      <Line>
        <Gavel size={20} aria-hidden="true" />
        <SectionTitle id="result">
          {isDue ? "The verdict is in" : "Still in the balance"}
        </SectionTitle>
      </Line>
      <Muted>{remark()}</Muted>
      {debate.scores !== null && (
        <Button css={{ justifySelf: "start", mt: "2" }} onClick={onShow}>
          Show the verdict
        </Button>
      )}
      {isDue && debate.myVote === null && <Left aria-hidden="true" />}
    </Frame>
  );
};
