import { styled } from "#web/components/theme/styled.tsx";
import { floatingSurface } from "#web/components/theme/surfaces.ts";

/** A modal dialog. The browser keeps the focus inside and closes the dialog on Escape. */
export const Dialog = styled("dialog", {
  base: {
    ...floatingSurface,
    m: "auto",
    maxW: "min(28rem, calc(100vw - 2rem))",
    p: "6",
    fontSize: "16",
    color: "ink",
    /*
     * The animation must not use `transform`, or the fixed toast inside would be positioned
     * relative to the dialog.
     */
    _open: { display: "grid", gap: "3", animation: "appear 160ms ease-out" },
    _backdrop: { bg: "rgba(5, 7, 12, 0.6)" },
  },
});
