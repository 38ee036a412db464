import { useQuery } from "@tanstack/react-query";
import type { TurnReactions } from "#shared/contract/debates/reactions.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import {
  computeAudienceShare,
  describeAudience,
  sumReactions,
} from "#shared/domain/debates/audience/audience.ts";
import type { Role } from "#shared/domain/debates/side.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { debateQuery, turnsQuery } from "../debate-queries.ts";

const Line = styled("polyline", {
  base: {
    fill: "none",
    stroke: "muted",
    strokeWidth: "2.5px",
    strokeLinecap: "round",
    strokeDasharray: "0.1 5",
    vectorEffect: "non-scaling-stroke",
  },
});

const Legend = styled("text", { base: { fill: "muted", fontSize: "11px" } });

interface TurnRef {
  id: number;
  attempt: number;
  role: Role;
}

const toTurnRefs = (turns: readonly Turn[]): TurnRef[] =>
  turns.map(({ id, attempt, role }) => ({ id, attempt, role }));

/** Returns the share of reactions for the side "For" after each turn, in the order of the turns. */
const computeShares = (turns: readonly TurnRef[], reactions: readonly TurnReactions[]) => {
  const counted = turns.map(({ id, attempt, role }) => {
    const found = reactions.find((each) => each.turnId === id && each.attempt === attempt);
    return { role, reactions: sumReactions(found?.sentences ?? []) };
  });
  return counted.map((_turn, index) => computeAudienceShare(counted.slice(0, index + 1)));
};

export interface AudienceLineProps {
  debateId: number;
  /** Number of the last turn that the chart shows. */
  lastTurn: number;
  maxTurns: number;
}

/** The dotted line of the momentum chart: which side has more reactions, For above the axis. */
export const AudienceLine = ({ debateId, lastTurn, maxTurns }: AudienceLineProps) => {
  // Reads the cache, which the page keeps up to date.
  const { data: debate } = useQuery({ ...debateQuery(debateId), enabled: false });
  const { data: turns = [] } = useQuery({
    ...turnsQuery(debateId),
    enabled: false,
    select: toTurnRefs,
  });
  const shares = computeShares(turns.slice(0, lastTurn), debate?.sentenceReactions?.turns ?? []);
  const points = shares.map((share, index) => `${index + 1} ${1 - 2 * (share ?? 0.5)}`);
  return (
    <>
      <svg
        role="img"
        aria-label={describeAudience(shares.at(-1) ?? null)}
        viewBox={`0 -1.15 ${maxTurns + 0.5} 2.3`}
        preserveAspectRatio="none"
        overflow="visible"
        width="100%"
        height="100%"
      >
        <Line points={["0 0", ...points].join(" ")} />
      </svg>
      <Legend aria-hidden="true" x="0" y="9">
        ···· audience
      </Legend>
    </>
  );
};
