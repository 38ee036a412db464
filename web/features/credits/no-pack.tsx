import { styled } from "#web/components/theme/styled.tsx";

/** As high as the place it stands in. */
const Frame = styled("p", {
  base: {
    display: "grid",
    placeItems: "center",
    minH: "inherit",
    px: "5",
    borderWidth: "1px",
    borderStyle: "dashed",
    borderColor: "edge/50",
    borderRadius: "card",
    color: "muted",
  },
});

/** Where the ways to pay will stand. */
export const NoPack = () => <Frame>Choose a pack to continue.</Frame>;
