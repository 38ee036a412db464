import { Link } from "react-router-dom";
import { styled } from "#web/components/theme/styled.tsx";
import { panel } from "#web/components/theme/surfaces.ts";

/** A card that leads to its debate: a press anywhere on it counts, but on what stands above. */
export const CardFrame = styled("article", {
  base: {
    ...panel,
    position: "relative",
    display: "flex",
    flexDirection: "column",
    gap: "3",
    h: "100%",
    p: { base: "5", md: "var(--card-pad, {spacing.5})" },
    transition: "border-color 160ms, transform 160ms",
    _hover: { borderColor: "edge", transform: "translateY(-2px)" },
    "&[data-live]": { borderColor: "active/60" },
  },
});

/** What stands at both ends of a line. */
export const CardLine = styled("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    columnGap: "3",
    rowGap: "1",
    fontSize: "13",
    color: "muted",
    fontVariantNumeric: "tabular-nums",
  },
});

export const CardTopic = styled("h3", {
  base: { fontSize: "var(--card-topic, {fontSizes.20})", lineHeight: 1.25, lineClamp: 4 },
});

/** The whole card is the link's target, and shows its focus: the topic cuts off what is around it. */
export const TopicLink = styled(Link, {
  base: {
    _after: { content: "''", position: "absolute", inset: 0, borderRadius: "card" },
    _focusVisible: {
      outline: "none",
      _after: { outline: "2px solid", outlineColor: "focus", outlineOffset: "2px" },
    },
  },
});

/** A face, and beside it what it says. */
export const Said = styled("div", {
  base: {
    display: "grid",
    gridTemplateColumns: "auto minmax(0, 1fr)",
    alignItems: "start",
    columnGap: "3",
    flex: "1",
  },
});

/** The best line, or the words that come: the largest text of a card but its topic. */
export const Words = styled("p", {
  base: { fontSize: "var(--card-line, {fontSizes.17})", lineHeight: 1.5, textWrap: "pretty" },
});

/** Things of one kind, side by side. */
export const Group = styled("span", {
  base: { display: "inline-flex", alignItems: "center", gap: "1.5", whiteSpace: "nowrap" },
});

/** Above the link that the card is. */
export const CardActions = styled("div", {
  base: {
    position: "relative",
    zIndex: 1,
    display: "flex",
    flexWrap: "wrap",
    gap: "2",
    mt: "1",
    pt: "3",
    borderTopWidth: "1px",
    borderColor: "line",
  },
});
