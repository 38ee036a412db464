import { styled } from "./theme/styled.tsx";

/** One of a list, by the browser's own control: keyboard and phone know it. */
export const Select = styled("select", {
  base: {
    minH: "touch",
    px: "3",
    bg: "canvas",
    color: "ink",
    borderWidth: "1px",
    borderColor: "edge",
    borderRadius: "control",
    fontSize: "14",
    cursor: "pointer",
    _hover: { borderColor: "muted" },
    _disabled: { opacity: 0.5, cursor: "not-allowed" },
  },
});
