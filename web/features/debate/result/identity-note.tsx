import type { Debate } from "#shared/contract/debates/debate.ts";
import { isProvider } from "#shared/domain/speaker.ts";
import { Muted } from "#web/components/ui/content/typography.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";

type BlindDebate = Pick<Debate, "mystery" | "botAProvider" | "botBProvider" | "judge" | "myVote">;

/** Says who the speakers and the judge of a blind debate were, or how to learn it. */
export const IdentityNote = ({ debate }: { debate: BlindDebate }) => {
  const getLabel = useProviderLabel();
  if (!debate.mystery) return null;
  const { botAProvider, botBProvider, judge, myVote } = debate;
  if (!isProvider(botAProvider))
    return (
      <Muted>
        {myVote === null
          ? "Vote to learn who debated. Without a vote, you learn it a day after the end."
          : "Loading who debated…"}
      </Muted>
    );
  return (
    <p>
      Blue was <strong>{getLabel(botAProvider)}</strong>, Red was{" "}
      <strong>{getLabel(botBProvider)}</strong>
      {judge && (
        <>
          ; <strong>{getLabel(judge)}</strong> judged
        </>
      )}
      .
    </p>
  );
};
