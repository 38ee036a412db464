import { chakra } from "@chakra-ui/react";

/** Holds the place of a line or a picture that is on its way. */
export const Skeleton = chakra("div", {
  base: {
    bg: "line",
    borderRadius: "control",
    h: "1em",
    animation: "pulse 1.6s ease-in-out infinite",
  },
});
