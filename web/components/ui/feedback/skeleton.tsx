import { styled } from "#web/components/theme/styled.tsx";

export const Skeleton = styled("div", {
  base: {
    bg: "line",
    borderRadius: "control",
    h: "1em",
    animation: "pulse 1.6s ease-in-out infinite",
  },
});
