import { Link } from "react-router-dom";
import { Card } from "#web/components/ui/card.tsx";
import { SectionTitle } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";

const Prompt = styled(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    minH: "touch",
    color: "muted",
    textDecoration: "underline",
  },
});

/** The vote area, for visitors. */
export const SignInToVote = () => (
  <Card aria-labelledby="vote">
    <SectionTitle id="vote">Who won for you?</SectionTitle>
    <Prompt to="/auth?tab=login">Please sign in to vote on this debate.</Prompt>
  </Card>
);
