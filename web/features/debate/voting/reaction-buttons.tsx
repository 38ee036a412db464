import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { formatCompactCount } from "#web/lib/format.ts";
import { useAuthPageUrl } from "#web/lib/auth/use-auth-page-url.ts";
import { useSetReaction } from "./use-set-reaction.ts";

/** URL hash of the reactions. After signing in, the user returns there. */
const THUMBS_HASH = "#thumbs";

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
  const likeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isVisitor && window.location.hash === THUMBS_HASH) likeButton.current?.focus();
  }, [isVisitor]);
  const toggle = (reaction: "up" | "down") =>
    react.mutate(debate.myReaction === reaction ? null : reaction);
  /* Clicks during a request are ignored. The buttons are not dimmed meanwhile, because the new
     count is shown at once. */
  return (
    <>
      <Button
        ref={likeButton}
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
  <SignInLink to={useAuthPageUrl()("login", THUMBS_HASH)}>
    Please sign in to vote on this debate.
  </SignInLink>
);
