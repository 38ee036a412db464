import type { ListedDebate } from "#shared/contract/debates/debate.ts";
import type { DebateStatus } from "#shared/domain/debates/debate.ts";
import { getLiveLabel } from "#shared/domain/debates/live-previews.ts";
import { TimeAgo } from "#web/components/ui/content/time-ago.tsx";
import { formatCount } from "#web/lib/format.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { InlineGroup } from "./debate-card-frame.tsx";

const LiveLabel = styled(InlineGroup, {
  base: {
    color: "active",
    fontWeight: 650,
    _before: {
      content: "''",
      boxSize: "0.5rem",
      borderRadius: "pill",
      bg: "currentColor",
      animation: "pulse 2s ease-in-out infinite",
    },
  },
});

interface LiveAtProps {
  status: DebateStatus;
  turn: number;
  of: number;
}

/**
 * Says that a debate is live. Names the current turn, unless the debate is completed and only its
 * audio is still live.
 */
export const LiveTurnLabel = ({ status, turn, of }: LiveAtProps) => (
  <LiveLabel>
    {getLiveLabel(status)}
    {status !== "completed" && `, turn ${Math.min(Math.max(turn, 1), of)} of ${of}`}
  </LiveLabel>
);

/** A debate's status: live, paused, not begun, or its age and number of turns. */
export const DebateStatusLine = ({ debate }: { debate: ListedDebate }) => {
  const { status, isLive, currentTurn, maxTurns, createdAt, spokenAt } = debate;
  if (isLive) return <LiveTurnLabel status={status} turn={currentTurn + 1} of={maxTurns} />;
  const length = formatCount(maxTurns, "turn");
  return (
    <span>
      {status === "active" && "Paused, "}
      {status === "pending" && "Not started, "}
      <TimeAgo at={spokenAt ?? createdAt} /> · {status === "active" && `${currentTurn} of `}
      {length}
    </span>
  );
};
