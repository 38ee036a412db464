import type { DebateStatus } from "#shared/domain/debates/debate.ts";
import { styled } from "../theme/styled.tsx";

const StatusBadgeFrame = styled("span", {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "0.4rem",
    flexShrink: 0,
    px: "0.65rem",
    py: "0.2rem",
    borderRadius: "pill",
    fontSize: "13",
    fontWeight: 600,
    lineHeight: 1.4,
    _before: { content: "''", boxSize: "0.45rem", borderRadius: "pill", bg: "currentColor" },
  },
  variants: {
    status: {
      pending: { color: "pending", bg: "pendingTint" },
      active: {
        color: "active",
        bg: "activeTint",
        _before: { animation: "pulse 2s ease-in-out infinite" },
      },
      completed: { color: "completed", bg: "completedTint" },
    },
  },
});

export const StatusBadge = ({ status }: { status: DebateStatus }) => (
  <StatusBadgeFrame status={status}>{status}</StatusBadgeFrame>
);
