import { Link } from "react-router-dom";
import { setLineHeight } from "#web/components/theme/global-css.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { panelSurface } from "#web/components/theme/surfaces.ts";

/** A card that links to its debate. Its whole area is clickable except for `CardActions`. */
export const DebateCardFrame = styled("article", {
  base: {
    ...panelSurface,
    position: "relative",
    display: "flex",
    flexDirection: "column",
    gap: "3",
    h: "100%",
    p: "5",
    transition: "border-color 160ms, transform 160ms",
    _hover: { borderColor: "edge", transform: "translateY(-2px)" },
    "&[data-live]": { borderColor: "active.60" },
  },
});

/** A line with content at its start and end. */
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
  },
});

export const CardTopic = styled("h3", {
  base: { fontSize: "20", lineHeight: setLineHeight(1.25), lineClamp: 4 },
});

/**
 * The pseudo-element extends the link's clickable area and focus ring to the whole card. It is
 * needed because the link itself clips long topics.
 */
export const TopicLink = styled(Link, {
  base: {
    _after: { content: "''", position: "absolute", inset: 0, borderRadius: "card" },
    _focusVisible: {
      outline: "none",
      _after: { outline: "2px solid", outlineColor: "focus", outlineOffset: "2px" },
    },
  },
});

export const FaceWithText = styled("div", {
  base: {
    display: "grid",
    gridTemplateColumns: "auto minmax(0, 1fr)",
    alignItems: "start",
    columnGap: "3",
    flex: "1",
  },
});

/** The debate's best line or its live text. */
export const SpokenLine = styled("p", {
  base: { fontSize: "17", lineHeight: 1.5, textWrap: "pretty" },
});

export const InlineGroup = styled("span", {
  base: { display: "inline-flex", alignItems: "center", gap: "1.5", whiteSpace: "nowrap" },
});

/** Raised above the card's link, so that users can click the buttons. */
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
