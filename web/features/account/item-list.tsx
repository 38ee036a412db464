import { styled } from "#web/components/theme/styled.tsx";

export const ItemList = styled("ul", { base: { display: "grid" } });
export const ItemRow = styled("li", {
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
/** The main part of an item's line. */
export const ItemDescription = styled("div", {
  base: { flex: "1 1 12rem", minW: 0, overflowWrap: "anywhere" },
});
export const ItemName = styled("p", {
  base: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2", fontWeight: 600 },
});
