import type { Debate } from "#shared/contract/debate.ts";
import { useProviderLabel } from "#web/lib/config.tsx";
import { styled } from "../theme/styled.tsx";

const For = styled("span", { base: { color: "for", fontWeight: 600 } });
const Against = styled("span", { base: { color: "against", fontWeight: 600 } });

interface CornersProps {
  debate: Pick<Debate, "botAProvider" | "botBProvider">;
  /** Says the sides, too, where nothing beside it does. */
  hasSides?: boolean;
}

/** Who argues for and who against, in one line. */
export const Corners = ({ debate, hasSides = false }: CornersProps) => {
  const labelOf = useProviderLabel();
  return (
    <span>
      <For>
        {hasSides && "For: "}
        {labelOf(debate.botAProvider)}
      </For>{" "}
      vs{" "}
      <Against>
        {hasSides && "Against: "}
        {labelOf(debate.botBProvider)}
      </Against>
    </span>
  );
};
