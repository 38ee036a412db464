import { styled } from "#web/components/theme/styled.tsx";

const Frame = styled("p", {
  base: {
    display: "grid",
    placeItems: "center",
    minH: "inherit",
    px: "5",
    borderWidth: "1px",
    borderStyle: "dashed",
    borderColor: "edge.50",
    borderRadius: "card",
    color: "muted",
  },
});

export const NoPackSelected = () => <Frame>Choose a pack to continue.</Frame>;
