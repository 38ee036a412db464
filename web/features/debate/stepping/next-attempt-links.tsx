import type { Debate } from "#shared/contract/debates/debate.ts";
import { isProvider, type Speaker } from "#shared/domain/speaker.ts";
import { ButtonLink } from "#web/components/ui/controls/button.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useConfig } from "#web/lib/config.tsx";
import type { SuggestedDebate } from "#web/lib/suggested-debate.ts";

const Links = styled("span", { base: { display: "flex", flexWrap: "wrap", gap: "2" } });

interface NextAttemptLinksProps {
  debate: Debate;
  /** The provider that refused the topic; null if the moderation did. */
  refusedBy: Speaker | null;
}

/** Links that open the new debate form with the values of a debate whose topic was refused. */
export const NextAttemptLinks = ({ debate, refusedBy }: NextAttemptLinksProps) => {
  const providers = useConfig()?.providers ?? [];
  const other =
    refusedBy &&
    isProvider(refusedBy) &&
    providers.find(({ id, available }) => available && id !== refusedBy);
  const { topic, format, mystery } = debate;
  const suggest = (replace: (speaker: Speaker) => Speaker): SuggestedDebate => {
    const [botAProvider, botBProvider] = [debate.botAProvider, debate.botBProvider].map(replace);
    // The speakers of a blind debate are drawn again.
    return !mystery &&
      botAProvider &&
      isProvider(botAProvider) &&
      botBProvider &&
      isProvider(botBProvider)
      ? { topic, format, botAProvider, botBProvider }
      : { topic, format };
  };
  return (
    <Links>
      {other && (
        <ButtonLink
          to="/"
          state={{ suggestedDebate: suggest((id) => (id === refusedBy ? other.id : id)) }}
        >
          Try it with {other.label}
        </ButtonLink>
      )}
      <ButtonLink to="/" state={{ suggestedDebate: suggest((id) => id) }}>
        Change the topic
      </ButtonLink>
    </Links>
  );
};
