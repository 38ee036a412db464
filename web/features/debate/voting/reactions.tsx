import { ThumbsDown, ThumbsUp } from "lucide-react";
import type { Debate } from "#shared/contract/debate.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Muted } from "#web/components/ui/text.tsx";
import { compactCount } from "#web/lib/format.ts";
import { useReact } from "./use-react.ts";

const THUMB = {
  px: { base: "3", md: "4" },
  fontVariantNumeric: "tabular-nums",
  "&[aria-pressed=true] svg": { fill: "currentcolor" },
};

interface ReactionsProps {
  debate: Debate;
  isVisitor: boolean;
}

/** Thumbs up and down; pressing the one that is set takes it back. */
export const Reactions = ({ debate, isVisitor }: ReactionsProps) => {
  const react = useReact(debate.id);
  const toggle = (reaction: "up" | "down") =>
    react.mutate(debate.myReaction === reaction ? null : reaction);
  return (
    <>
      <Button
        css={THUMB}
        aria-pressed={debate.myReaction === "up"}
        aria-label={`Like, ${debate.upvotes}`}
        disabled={isVisitor}
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
        onClick={() => toggle("down")}
      >
        <ThumbsDown size={16} />
        {compactCount(debate.downvotes)}
      </Button>
      {isVisitor && debate.status !== "completed" && (
        <Muted css={{ order: 1, fontSize: "14" }}>Please sign in to vote on this debate.</Muted>
      )}
    </>
  );
};
