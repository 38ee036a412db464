import { Link } from "react-router-dom";
import { useConfig } from "#web/lib/config.tsx";
import { stageWidthStyle, pageColumnStyle } from "../ui/page/page-column.tsx";
import { styled } from "../theme/styled.tsx";

/* Leaves room for the bottom bar, so that the whole footer can be scrolled into view. */
const Bar = styled("footer", {
  base: {
    mt: "8",
    pb: "var(--dock, 0rem)",
    borderTopWidth: "1px",
    borderColor: "line",
    /* While the footer contains the focus, it lies above a scene that covers the page. */
    _focusWithin: { position: "relative", zIndex: "barUnderFocus", bg: "canvas" },
  },
});

const Column = styled("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    columnGap: "8",
    rowGap: "2",
    ...pageColumnStyle,
    ...stageWidthStyle,
    py: "6",
    fontSize: "13",
    color: "muted",
  },
});

const Links = styled("nav", {
  base: { display: "flex", flexWrap: "wrap", mx: { base: "-2", md: "-3" } },
});

const FooterLink = styled(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    minH: "touch",
    px: { base: "2", md: "3" },
    color: "muted",
    _hover: { color: "ink", textDecoration: "underline" },
  },
});

export const Footer = () => {
  const company = useConfig()?.companyName;
  return (
    <Bar>
      <Column>
        <p>© 2025 {company}. All rights reserved.</p>
        <Links aria-label="Footer">
          <FooterLink to="/privacy">Privacy Policy</FooterLink>
          <FooterLink to="/info">About</FooterLink>
          <FooterLink to="/debates/public">Public debates</FooterLink>
          <FooterLink to="/leaderboard">Leaderboard</FooterLink>
          <FooterLink to="/judge">The judge</FooterLink>
          <FooterLink to="/assets">Brand assets</FooterLink>
        </Links>
      </Column>
    </Bar>
  );
};
