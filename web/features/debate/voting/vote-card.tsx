import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { Card } from "#web/components/ui/content/card.tsx";
import { SectionTitle } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useAuthPageUrl } from "#web/lib/auth/use-auth-page-url.ts";

/** URL hash of the vote. After signing in, the user returns there. */
export const VOTE_HASH = "#vote";

export const VoteCard = ({ children }: { children: ReactNode }) => (
  <Card aria-labelledby="vote">
    <SectionTitle id="vote">Who won?</SectionTitle>
    {children}
  </Card>
);

const SignInLink = styled(Link, {
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
    <SignInLink to={useAuthPageUrl()("login", VOTE_HASH)}>
      Please sign in to vote on this debate.
    </SignInLink>
  </VoteCard>
);
