import { styled } from "#web/components/theme/styled.tsx";

export const Badge = styled("span", {
  base: {
    display: "inline-block",
    flexShrink: 0,
    px: "0.6rem",
    py: "0.1rem",
    borderRadius: "pill",
    fontSize: "13",
    fontWeight: 600,
    whiteSpace: "nowrap",
  },
  variants: {
    tone: {
      plain: { color: "ink", bg: "ink.10" },
      good: { color: "active", bg: "activeTint" },
      waiting: { color: "pending", bg: "pendingTint" },
      bad: { color: "danger", bg: "dangerTint" },
    },
  },
  defaultVariants: { tone: "plain" },
});
