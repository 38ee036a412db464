import { Check } from "lucide-react";
import { useState } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { getProviderOfRole, type Role, ROLES, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { Muted } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { ScoreShareBar } from "#web/components/debate/score-share-bar.tsx";
import { returnRefs } from "#web/lib/auth/return-focus.ts";
import { useProviderLabel } from "#web/lib/config.tsx";
import { formatCount } from "#web/lib/format.ts";
import { useDisabledUntilHydrated } from "#web/lib/browser/hydration.ts";
import { useCastVote } from "./use-cast-vote.ts";
import { VoteCard } from "./vote-card.tsx";

const VoteButtons = styled("div", {
  base: {
    display: "grid",
    gap: "3",
    my: "4",
    gridTemplateColumns: { base: "1fr", md: "1fr 1fr", lg: "1fr" },
  },
});

const VoteCounts = styled("div", {
  base: {
    display: "flex",
    justifyContent: "space-between",
    mb: "2",
    fontSize: "14",
    color: "muted",
    fontVariantNumeric: "tabular-nums",
  },
});

/*
 * The chosen button's robot has the text's colour, because the side's colour has too little
 * contrast.
 */
const CHOSEN_BUTTON_STYLE = { _disabled: { opacity: 1 }, "& > [data-mood]": { color: "inherit" } };

/** Shown after voting. The buttons stay disabled until the page is opened again. */
const VOTED_TEXT = "Vote saved. Reload the page to change it.";
const CHANGE_VOTE_TEXT = "You voted. Choose again to change it.";

/** The viewers' vote on the winner. Counts are shown after voting. */
export const WinnerVoteCard = ({ debate }: { debate: Debate }) => {
  const getProviderLabel = useProviderLabel();
  const cast = useCastVote(debate.id);
  const hydrationProps = useDisabledUntilHydrated();
  const [hasVoted, setVoted] = useState(false);
  const vote = (winner: Role) => cast.mutate(winner, { onSuccess: () => setVoted(true) });
  const { winnerVotes, myVote } = debate;
  return (
    <VoteCard>
      <VoteButtons>
        {ROLES.map((role) => (
          <Button
            key={role}
            ref={role === "bot_a" ? returnRefs["#vote"] : undefined}
            size="lg"
            variant={myVote === role ? "solid" : "outline"}
            aria-pressed={myVote === role}
            {...hydrationProps}
            isOff={hasVoted}
            isPending={cast.isPending}
            onClick={() => vote(role)}
            css={myVote === role ? CHOSEN_BUTTON_STYLE : {}}
          >
            <RobotFace side={role} size="sm" mood="calm" />
            {SIDE_LABEL[role]}, {getProviderLabel(getProviderOfRole(role, debate))}
            {myVote === role && <Check size={18} />}
          </Button>
        ))}
      </VoteButtons>
      <Muted css={{ mb: "3", fontSize: "14" }}>
        {hasVoted
          ? VOTED_TEXT
          : myVote === null
            ? "You have one vote. You can change it later."
            : CHANGE_VOTE_TEXT}
      </Muted>
      {winnerVotes ? (
        <div aria-live="polite">
          <VoteCounts>
            <span>For {formatCount(winnerVotes.botA, "vote")}</span>
            <span>Against {formatCount(winnerVotes.botB, "vote")}</span>
          </VoteCounts>
          <ScoreShareBar scores={winnerVotes} isCount />
        </div>
      ) : (
        <Muted css={{ fontSize: "14" }}>
          Vote to see the results{debate.mystery && ", and who debated"}.
        </Muted>
      )}
    </VoteCard>
  );
};
