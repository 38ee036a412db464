import { styled } from "#web/components/theme/styled.tsx";

/** What an account has several of, one below the other. */
export const List = styled("ul", { base: { display: "grid" } });
export const Line = styled("li", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    columnGap: "4",
    rowGap: "2",
    py: "3",
    "& + &": { borderTopWidth: "1px", borderColor: "line" },
    "& > svg": { flexShrink: 0, color: "muted" },
  },
});
/** What it is; what can be done with it stands beside it. */
export const What = styled("div", {
  base: { flex: "1 1 12rem", minW: 0, overflowWrap: "anywhere" },
});
export const Name = styled("p", {
  base: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2", fontWeight: 600 },
});
