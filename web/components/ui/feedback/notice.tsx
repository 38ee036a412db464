import { styled } from "#web/components/theme/styled.tsx";

export const Notice = styled("div", {
  base: {
    display: "flex",
    alignItems: "flex-start",
    gap: "3",
    px: "4",
    py: "3",
    borderRadius: "control",
    borderWidth: "1px",
    fontSize: "14",
    "& svg": { flexShrink: 0, mt: "2px" },
  },
  variants: {
    tone: {
      plain: { bg: "panel", borderColor: "line", color: "muted" },
      warning: { bg: "pendingTint", borderColor: "transparent", color: "pending" },
      danger: { bg: "dangerTint", borderColor: "transparent", color: "danger" },
    },
  },
  defaultVariants: { tone: "plain" },
});
