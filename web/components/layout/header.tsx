import { isAdmin } from "#shared/domain/accounts/viewer.ts";
import { useAuthPageUrl } from "#web/lib/auth/use-auth-page-url.ts";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { ButtonLink } from "../ui/controls/button.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { AdminMenu } from "./admin-menu.tsx";
import { CreditBalanceLink } from "./credit-balance-link.tsx";
import { DemoChip } from "../demo/demo-chip.tsx";
import { Logo } from "./logo.tsx";
import { MainNav } from "./main-nav.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { ColorModeToggle } from "./color-mode-toggle.tsx";
import { stageWidthStyle, pageColumnStyle } from "../ui/page/page-column.tsx";
import { styled } from "../theme/styled.tsx";
import { stickyBar } from "../theme/surfaces.ts";

const Bar = styled("header", {
  base: {
    ...stickyBar,
    top: 0,
    zIndex: "header",
    /* The header is not sticky on phones in landscape, which need the space. */
    "@media (max-height: 30rem)": { position: "relative" },
    /* A page's own sticky bar covers the header, except while the header contains the focus. */
    "body:has([data-page-bar]) &": { _focusWithin: { zIndex: "barUnderFocus" } },
    bg: "canvas.95",
    backdropFilter: "blur(12px)",
    borderBottomWidth: "1px",
    borderColor: "line",
  },
});

const Column = styled("div", {
  base: {
    ...pageColumnStyle,
    ...stageWidthStyle,
    display: "flex",
    alignItems: "center",
    gap: { base: "1", md: "3" },
    h: "4rem",
    /* The height of the page's sticky bar, which covers the header. */
    "body:has([data-page-bar]) &": { h: "3.5rem" },
  },
});

const Spacer = styled("span", { base: { flex: "1" } });

export const Header = () => {
  const { user } = useAuth();
  const buildAuthPageUrl = useAuthPageUrl();
  return (
    <Bar>
      <Column>
        <Logo />
        <MainNav />
        <Spacer />
        <DemoChip place="header" />
        <ColorModeToggle />
        {user && isAdmin(user) && <AdminMenu user={user} />}
        {user && <CreditBalanceLink />}
        {user && <AccountMenu user={user} />}
        {user === null && (
          <ButtonLink to={buildAuthPageUrl("login")} css={{ hideBelow: "xl" }}>
            Login
          </ButtonLink>
        )}
        <MobileMenu user={user} />
      </Column>
    </Bar>
  );
};
