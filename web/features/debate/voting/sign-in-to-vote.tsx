import { Link } from "react-router-dom";
import { styled } from "#web/components/theme/styled.tsx";
import { useAuthPageUrl } from "#web/lib/auth/use-auth-page-url.ts";
import { VoteCard } from "./vote-card.tsx";

const SignInLink = styled(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    minH: "touch",
    color: "muted",
    textDecoration: "underline",
  },
});

const SignInToVote = () => (
  <VoteCard>
    <SignInLink to={useAuthPageUrl()("login", "#vote")}>
      Please sign in to vote on this debate.
    </SignInLink>
  </VoteCard>
);

export default SignInToVote;
