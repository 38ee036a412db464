import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import type { Debate } from "#shared/contract/debate.ts";
import { Button } from "#web/components/ui/button.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { compactCount } from "#web/lib/format.ts";
import { useAuthAddress } from "#web/lib/use-auth-address.ts";
import { useReact } from "./use-react.ts";

/** URL hash of the reactions. After signing in, the user returns there. */
const THUMBS = "#thumbs";

const THUMB = {
  px: { base: "3", md: "4" },
  fontVariantNumeric: "tabular-nums",
  "&[aria-pressed=true] svg": { fill: "currentcolor" },
};

interface ReactionsProps {
  debate: Debate;
  isVisitor: boolean;
}

/** Thumbs up and down. Clicking the active one removes it. */
export const Reactions = ({ debate, isVisitor }: ReactionsProps) => {
  const react = useReact(debate.id);
  const like = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isVisitor && window.location.hash === THUMBS) like.current?.focus();
  }, [isVisitor]);
  const toggle = (reaction: "up" | "down") =>
    react.mutate(debate.myReaction === reaction ? null : reaction);
  /* Pending clicks are ignored, but the buttons are not dimmed, because the result shows
     immediately. */
  return (
    <>
      <Button
        ref={like}
        css={THUMB}
        aria-pressed={debate.myReaction === "up"}
        aria-label={`Like, ${debate.upvotes}`}
        disabled={isVisitor}
        isPending={false}
        onClick={() => toggle("up")}
      >
        <ThumbsUp size={16} />
        {compactCount(debate.upvotes)}
      </Button>
      <Button
        css={THUMB}
        aria-pressed={debate.myReaction === "down"}
        aria-label={`Dislike, ${debate.downvotes}`}
        disabled={isVisitor}
        isPending={false}
        onClick={() => toggle("down")}
      >
        <ThumbsDown size={16} />
        {compactCount(debate.downvotes)}
      </Button>
    </>
  );
};

const SignIn = styled(Link, {
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
  <SignIn to={useAuthAddress()("login", THUMBS)}>Please sign in to vote on this debate.</SignIn>
);
