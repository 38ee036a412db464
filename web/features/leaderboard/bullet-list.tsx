import { styled } from "#web/components/theme/styled.tsx";

export const BulletList = styled("ul", {
  base: {
    display: "grid",
    gap: "2",
    maxW: "42rem",
    mt: "4",
    ps: "5",
    listStyle: "disc",
    "& li::marker": { color: "muted" },
  },
});
