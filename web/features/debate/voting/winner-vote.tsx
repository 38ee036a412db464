import { Check } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { Debate } from "#shared/contract/debate.ts";
import { providerOf, type Role, ROLES, SIDE_LABEL } from "#shared/domain/side.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { Muted, SectionTitle } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { TugBar } from "#web/components/debate/tug-bar.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { counted } from "#web/lib/format.ts";
import { useUntilAlive } from "#web/lib/use-browser.ts";
import { useCastVote } from "./use-cast-vote.ts";
import { useAuthAddress } from "#web/lib/use-auth-address.ts";

/** URL hash of the vote. After signing in, the user returns there. */
const VOTE = "#vote";

const VoteCard = ({ children }: { children: ReactNode }) => (
  <Card aria-labelledby="vote">
    <SectionTitle id="vote">Who won for you?</SectionTitle>
    {children}
  </Card>
);

const Choices = styled("div", {
  base: {
    display: "grid",
    gap: "3",
    my: "4",
    gridTemplateColumns: { base: "1fr", md: "1fr 1fr", lg: "1fr" },
  },
});

const Tally = styled("div", {
  base: {
    display: "flex",
    justifyContent: "space-between",
    mb: "2",
    fontSize: "14",
    color: "muted",
    fontVariantNumeric: "tabular-nums",
  },
});

/* A side's colour has too little contrast on the chosen button. */
const CHOSEN = { _disabled: { opacity: 1 }, "& > [data-mood]": { color: "inherit" } };

/** The buttons stay disabled until the page is opened again. */
const LATER = "Your vote is in. To change it, come back to this page.";
const CHANGE = "You have voted. Another choice takes its place.";

/** The viewers' vote on the winner. Counts are shown after voting. */
export const WinnerVote = ({ debate }: { debate: Debate }) => {
  const labelOf = useProviderLabel();
  const cast = useCastVote(debate.id);
  const untilAlive = useUntilAlive();
  const [hasVoted, setVoted] = useState(false);
  const vote = (winner: Role) => cast.mutate(winner, { onSuccess: () => setVoted(true) });
  const { winnerVotes, myVote } = debate;
  const choices = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (window.location.hash === VOTE) choices.current?.querySelector("button")?.focus();
  }, []);
  return (
    <VoteCard>
      <Choices ref={choices}>
        {ROLES.map((role) => (
          <Button
            key={role}
            size="lg"
            look={myVote === role ? "solid" : "outline"}
            aria-pressed={myVote === role}
            {...untilAlive}
            isOff={hasVoted}
            isPending={cast.isPending}
            onClick={() => vote(role)}
            css={myVote === role ? CHOSEN : {}}
          >
            <RobotFace side={role} size="sm" mood="calm" />
            {SIDE_LABEL[role]}, {labelOf(providerOf(role, debate))}
            {myVote === role && <Check size={18} />}
          </Button>
        ))}
      </Choices>
      <Muted css={{ mb: "3", fontSize: "14" }}>
        {hasVoted ? LATER : myVote === null ? "One vote each. It can be changed later." : CHANGE}
      </Muted>
      {winnerVotes ? (
        <div aria-live="polite">
          <Tally>
            <span>For {counted(winnerVotes.botA, "vote")}</span>
            <span>Against {counted(winnerVotes.botB, "vote")}</span>
          </Tally>
          <TugBar scores={winnerVotes} isCount />
        </div>
      ) : (
        <Muted css={{ fontSize: "14" }}>The counts show once you have voted.</Muted>
      )}
    </VoteCard>
  );
};

const SignIn = styled(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    minH: "touch",
    color: "muted",
    textDecoration: "underline",
  },
});

export const SignInToVote = () => (
  <VoteCard>
    <SignIn to={useAuthAddress()("login", VOTE)}>Please sign in to vote on this debate.</SignIn>
  </VoteCard>
);
