import { chakra } from "@chakra-ui/react";
import { NavLink } from "react-router-dom";

/** The pages everyone finds in the navigation, in its order. */
export const NAV_PAGES = [{ to: "/", label: "Home" }] as const;

const Item = chakra(NavLink, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    minH: "touch",
    px: "3",
    borderRadius: "control",
    fontSize: "14",
    color: "muted",
    transition: "color 120ms",
    _hover: { color: "ink" },
    _currentPage: { color: "ink" },
  },
});

/** The links beside the logo; small screens have them in the menu. */
export const MainNav = () => (
  <chakra.nav aria-label="Main" hideBelow="md">
    {NAV_PAGES.map(({ to, label }) => (
      <Item key={to} to={to} end>
        {label}
      </Item>
    ))}
  </chakra.nav>
);
