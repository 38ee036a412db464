import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { ButtonLink } from "#web/components/ui/controls/button.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useConfig } from "#web/lib/config.tsx";
import type { SuggestedDebate } from "#web/lib/suggested-debate.ts";

const Links = styled("span", { base: { display: "flex", flexWrap: "wrap", gap: "2" } });

interface NextAttemptLinksProps {
  debate: Debate;
  /** The provider that refused the topic; null if the moderation did. */
  refusedBy: Provider | null;
}

/** Links that open the new debate form with the values of a debate whose topic was refused. */
export const NextAttemptLinks = ({ debate, refusedBy }: NextAttemptLinksProps) => {
  const providers = useConfig()?.providers ?? [];
  const other = refusedBy && providers.find(({ id, available }) => available && id !== refusedBy);
  const replaceRefused = (provider: Provider): Provider =>
    other && provider === refusedBy ? other.id : provider;
  const { topic, format, botAProvider, botBProvider } = debate;
  const same: SuggestedDebate = { topic, format, botAProvider, botBProvider };
  const withOther: SuggestedDebate = {
    ...same,
    botAProvider: replaceRefused(botAProvider),
    botBProvider: replaceRefused(botBProvider),
  };
  return (
    <Links>
      {other && (
        <ButtonLink to="/" state={{ suggestedDebate: withOther }}>
          Try it with {other.label}
        </ButtonLink>
      )}
      <ButtonLink to="/" state={{ suggestedDebate: same }}>
        Change the topic
      </ButtonLink>
    </Links>
  );
};
