import type { Debate } from "#shared/contract/debate.ts";
import { useProviderLabel } from "#web/lib/config.tsx";
import { styled } from "../theme/styled.tsx";

const For = styled("span", { base: { color: "for", fontWeight: 600 } });
const Against = styled("span", { base: { color: "against", fontWeight: 600 } });

interface CornersProps {
  debate: Pick<Debate, "botAProvider" | "botBProvider">;
  /** Adds the names of the sides. */
  hasSides?: boolean;
}

/** The speakers of both sides on one line. */
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
