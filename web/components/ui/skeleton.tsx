import { styled } from "../theme/styled.tsx";

/** Holds the place of a line or a picture that is on its way. */
export const Skeleton = styled("div", {
  base: {
    bg: "line",
    borderRadius: "control",
    h: "1em",
    animation: "pulse 1.6s ease-in-out infinite",
  },
});
