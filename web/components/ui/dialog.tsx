import { styled } from "../theme/styled.tsx";
import { floating } from "../theme/surfaces.ts";

/** Something to be answered first: the browser keeps the focus in it, Escape closes it. */
export const Dialog = styled("dialog", {
  base: {
    ...floating,
    m: "auto",
    maxW: "min(28rem, calc(100vw - 2rem))",
    p: "6",
    fontSize: "16",
    color: "ink",
    /* What is moved holds what is fixed in it, as a toast is. */
    _open: { display: "grid", gap: "3", animation: "appear 160ms ease-out" },
    _backdrop: { bg: "rgba(5, 7, 12, 0.6)" },
  },
});
