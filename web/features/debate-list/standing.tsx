import type { ListedDebate } from "#shared/contract/debate.ts";
import type { DebateStatus } from "#shared/domain/debate.ts";
import { liveLabel } from "#shared/domain/live.ts";
import { TimeAgo } from "#web/components/ui/time-ago.tsx";
import { counted } from "#web/lib/format.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { Group } from "./card-frame.tsx";

const Live = styled(Group, {
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

/** The current turn of a running debate, or that the ended debate's audio is still live. */
export const LiveAt = ({ status, turn, of }: LiveAtProps) => (
  <Live>
    {liveLabel(status)}
    {status !== "completed" && `, turn ${Math.min(Math.max(turn, 1), of)} of ${of}`}
  </Live>
);

/** A debate's status: live, paused, not begun, or its age and number of turns. */
export const Standing = ({ debate }: { debate: ListedDebate }) => {
  const { status, isLive, currentTurn, maxTurns, createdAt, spokenAt } = debate;
  if (isLive) return <LiveAt status={status} turn={currentTurn + 1} of={maxTurns} />;
  const length = counted(maxTurns, "turn");
  return (
    <span>
      {status === "active" && "Paused, "}
      {status === "pending" && "Not begun, "}
      <TimeAgo at={spokenAt ?? createdAt} /> · {status === "active" && `${currentTurn} of `}
      {length}
    </span>
  );
};
