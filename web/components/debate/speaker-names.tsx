import type { Debate } from "#shared/contract/debates/debate.ts";
import { useProviderLabel } from "#web/lib/config.tsx";
import { styled } from "../theme/styled.tsx";

const ForName = styled("span", { base: { color: "for", fontWeight: 600 } });
const AgainstName = styled("span", { base: { color: "against", fontWeight: 600 } });

interface SpeakerNamesProps {
  debate: Pick<Debate, "botAProvider" | "botBProvider">;
  /** Whether to add the names of the sides. */
  hasSides?: boolean;
}

export const SpeakerNames = ({ debate, hasSides = false }: SpeakerNamesProps) => {
  const getProviderLabel = useProviderLabel();
  return (
    <span>
      <ForName>
        {hasSides && "For: "}
        {getProviderLabel(debate.botAProvider)}
      </ForName>{" "}
      vs{" "}
      <AgainstName>
        {hasSides && "Against: "}
        {getProviderLabel(debate.botBProvider)}
      </AgainstName>
    </span>
  );
};
