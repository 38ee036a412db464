import { styled } from "#web/components/theme/styled.tsx";

/** A line above the debate's controls. */
export const ControlNote = styled("p", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "2.5",
    px: "4",
    py: "2.5",
    fontSize: "14",
    color: "muted",
    /* Leaves room for the momentum panel beside the note. */
    maxW: { md: "20rem", lg: "26rem" },
    "& svg": { flexShrink: 0 },
  },
});
