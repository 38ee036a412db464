import { ThumbsDown, ThumbsUp } from "lucide-react";
import { Link } from "react-router-dom";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { returnRefs } from "#web/lib/auth/return-focus.ts";
import { formatCompactCount } from "#web/lib/format.ts";
import { useAuthPageUrl } from "#web/lib/auth/use-auth-page-url.ts";
import { useSetReaction } from "./use-set-reaction.ts";

const THUMB_BUTTON_STYLE = {
  px: { base: "3", md: "4" },
  fontVariantNumeric: "tabular-nums",
  "&[aria-pressed=true] svg": { fill: "currentcolor" },
};

interface ReactionButtonsProps {
  debate: Debate;
  isVisitor: boolean;
}

/** Thumbs up and down. Clicking the active one removes it. */
export const ReactionButtons = ({ debate, isVisitor }: ReactionButtonsProps) => {
  const react = useSetReaction(debate.id);
  const toggle = (reaction: "up" | "down") =>
    react.mutate(debate.myReaction === reaction ? null : reaction);
  /* Clicks during a request are ignored. The buttons are not dimmed meanwhile, because the new
     count is shown at once. */
  return (
    <>
      <Button
        ref={returnRefs["#thumbs"]}
        css={THUMB_BUTTON_STYLE}
        aria-pressed={debate.myReaction === "up"}
        aria-label={`Like, ${debate.upvotes}`}
        disabled={isVisitor}
        isPending={false}
        onClick={() => toggle("up")}
      >
        <ThumbsUp size={16} />
        {formatCompactCount(debate.upvotes)}
      </Button>
      <Button
        css={THUMB_BUTTON_STYLE}
        aria-pressed={debate.myReaction === "down"}
        aria-label={`Dislike, ${debate.downvotes}`}
        disabled={isVisitor}
        isPending={false}
        onClick={() => toggle("down")}
      >
        <ThumbsDown size={16} />
        {formatCompactCount(debate.downvotes)}
      </Button>
    </>
  );
};

const SignInLink = styled(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    minH: "touch",
    px: "1",
    fontSize: "14",
    color: "muted",
    textDecoration: "underline",
  },
});

export const SignInToReact = () => (
  <SignInLink to={useAuthPageUrl()("login", "#thumbs")}>
    Please sign in to vote on this debate.
  </SignInLink>
);
