import type { ListedDebate } from "#shared/contract/debate.ts";
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

/** Which turn of how many a debate that goes on is at. */
export const LiveAt = ({ turn, of }: { turn: number; of: number }) => (
  <Live>
    Live, turn {Math.min(Math.max(turn, 1), of)} of {of}
  </Live>
);

/** Where a debate stands: live, paused, not begun, or how long ago it was and how long it is. */
export const Standing = ({ debate }: { debate: ListedDebate }) => {
  const { status, isLive, currentTurn, maxTurns, createdAt, spokenAt } = debate;
  if (isLive) return <LiveAt turn={currentTurn + 1} of={maxTurns} />;
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
