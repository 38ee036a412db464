import { Link } from "react-router-dom";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { useAuthPageUrl } from "#web/lib/auth/use-auth-page-url.ts";
import { VoteCard } from "./vote-card.tsx";

const CardLink = styled(Link, {
  base: {
    display: "flex",
    alignItems: "center",
    minH: "touch",
    color: "muted",
    textDecoration: "underline",
  },
});

export interface SignInToVoteProps {
  debate: Debate;
}

const SignInToVote = ({ debate: { rematchId, rematchOf } }: SignInToVoteProps) => (
  <VoteCard>
    <CardLink to={useAuthPageUrl()("login", "#vote")}>
      Please sign in to vote on this debate.
    </CardLink>
    {rematchId !== null && <CardLink to={`/debate/${rematchId}`}>See the rematch</CardLink>}
    {rematchOf !== null && (
      <CardLink to={`/debate/${rematchOf}`}>Rematch of another debate</CardLink>
    )}
  </VoteCard>
);

export default SignInToVote;
