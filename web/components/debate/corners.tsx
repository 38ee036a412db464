import type { Debate } from "#shared/contract/debate.ts";
import { useProviderLabel } from "#web/lib/config.tsx";
import { styled } from "../theme/styled.tsx";

const For = styled("span", { base: { color: "for", fontWeight: 600 } });
const Against = styled("span", { base: { color: "against", fontWeight: 600 } });

/** Who argues for and who against, in one line. */
export const Corners = ({
  debate: { botAProvider, botBProvider },
}: {
  debate: Pick<Debate, "botAProvider" | "botBProvider">;
}) => {
  const labelOf = useProviderLabel();
  return (
    <span>
      <For>{labelOf(botAProvider)}</For> vs <Against>{labelOf(botBProvider)}</Against>
    </span>
  );
};
