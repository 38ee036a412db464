import { isAdmin } from "#shared/domain/viewer.ts";
import { useAuthAddress } from "#web/lib/use-auth-address.ts";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { AdminMenu } from "./admin-menu.tsx";
import { CreditCount } from "./credit-count.tsx";
import { Logo } from "./logo.tsx";
import { MainNav } from "./main-nav.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";
import { asWideAsStage, column } from "../ui/page-column.tsx";
import { styled } from "../theme/styled.tsx";
import { stuck } from "../theme/surfaces.ts";

const Bar = styled("header", {
  base: {
    ...stuck,
    top: 0,
    zIndex: "header",
    /* Not sticky on phones in landscape, which need the space. */
    "@media (max-height: 30rem)": { position: "relative" },
    /* Below a page's own sticky bar, except while it contains the focus. */
    "body:has([data-page-bar]) &": { _focusWithin: { zIndex: "barUnderFocus" } },
    bg: "canvas/95",
    backdropFilter: "blur(12px)",
    borderBottomWidth: "1px",
    borderColor: "line",
  },
});

const Column = styled("div", {
  base: {
    ...column,
    ...asWideAsStage,
    display: "flex",
    alignItems: "center",
    gap: { base: "1", md: "3" },
    h: "4rem",
    /* Same height as the page's bar that covers it. */
    "body:has([data-page-bar]) &": { h: "3.5rem" },
  },
});

const Gap = styled("span", { base: { flex: "1" } });

export const Header = () => {
  const { user } = useAuth();
  const addressOf = useAuthAddress();
  return (
    <Bar>
      <Column>
        <Logo />
        <MainNav />
        <Gap />
        <ThemeToggle />
        {user && isAdmin(user) && <AdminMenu user={user} />}
        {user && <CreditCount />}
        {user && <AccountMenu user={user} />}
        {user === null && (
          <ButtonLink to={addressOf("login")} css={{ hideBelow: "lg" }}>
            Login
          </ButtonLink>
        )}
        <MobileMenu user={user} />
      </Column>
    </Bar>
  );
};
