import { House, Info, Radio, Swords, Trophy } from "lucide-react";
import { NavLink } from "react-router-dom";
import { styled } from "../theme/styled.tsx";

/** The public pages, in the order of the navigation. */
export const NAV_PAGES = [
  { to: "/", label: "Home", Icon: House },
  { to: "/debates/public", label: "Public debates", Icon: Swords },
  { to: "/live", label: "Live", Icon: Radio },
  { to: "/leaderboard", label: "Leaderboard", Icon: Trophy },
  { to: "/info", label: "About", Icon: Info },
] as const;

const Nav = styled("nav", { base: { hideBelow: "xl", whiteSpace: "nowrap" } });
const Item = styled(NavLink, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    minH: "touch",
    px: "2.5",
    borderRadius: "control",
    fontSize: "14",
    color: "muted",
    transition: "color 120ms",
    _hover: { color: "ink" },
    _currentPage: { color: "ink" },
  },
});

/** The main links in the header. On small screens they are in the menu. */
export const MainNav = () => (
  <Nav aria-label="Main">
    {NAV_PAGES.map(({ to, label }) => (
      <Item key={to} to={to} end>
        {label}
      </Item>
    ))}
  </Nav>
);
