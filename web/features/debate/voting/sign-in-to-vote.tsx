import { Link } from "react-router-dom";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { useAuthPageUrl } from "#web/lib/auth/use-auth-page-url.ts";
import { VoteCard } from "./vote-card.tsx";

const SignInLink = styled(Link, {
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
    <SignInLink to={useAuthPageUrl()("login", "#vote")}>
      Please sign in to vote on this debate.
    </SignInLink>
    {rematchId !== null && <SignInLink to={`/debate/${rematchId}`}>See the rematch</SignInLink>}
    {rematchOf !== null && (
      <SignInLink to={`/debate/${rematchOf}`}>Rematch of another debate</SignInLink>
    )}
  </VoteCard>
);

export default SignInToVote;
