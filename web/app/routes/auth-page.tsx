import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { BackLink } from "#web/components/ui/page/back-link.tsx";
import { Card } from "#web/components/ui/content/card.tsx";
import { PageColumn } from "#web/components/ui/page/page-column.tsx";
import { PageHead } from "#web/components/ui/page/page-head.tsx";
import { Tabs } from "#web/components/ui/page/tabs.tsx";
import { ScreenReaderTitle } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { ForgotPasswordForm } from "#web/features/auth/forgot-password-form.tsx";
import { LoginForm } from "#web/features/auth/login-form.tsx";
import { MarketingPanel } from "#web/features/auth/marketing-panel.tsx";
import { RegisterForm } from "#web/features/auth/register-form.tsx";
import { EMPTY_DRAFT } from "#web/features/auth/auth-form-draft.ts";
import { useAuthPageUrl } from "#web/lib/auth/use-auth-page-url.ts";

const TAB_LABELS = { login: "Login", register: "Register" };

const Columns = styled("div", {
  base: {
    display: "grid",
    alignItems: "start",
    gap: "6",
    gridTemplateColumns: { base: "minmax(0, 1fr)", md: "minmax(0, 1fr) minmax(0, 1.1fr)" },
    py: { base: "0", md: "10" },
  },
});

/** Changes the tab in the query string and keeps the return path. */
const withTab = (tab: string) => (query: URLSearchParams) => {
  const changed = new URLSearchParams(query);
  changed.set("tab", tab);
  return changed;
};

const PAGE_TITLES = { ...TAB_LABELS, forgot: "Forgot your password?" };

const isAuthView = (tab: string | null): tab is keyof typeof PAGE_TITLES =>
  tab !== null && Object.hasOwn(PAGE_TITLES, tab);

const AuthPage = () => {
  const [query, setQuery] = useSearchParams();
  const tabParameter = query.get("tab");
  const tab = isAuthView(tabParameter) ? tabParameter : "login";
  const isResettingPassword = tab === "forgot";
  const buildAuthPageUrl = useAuthPageUrl();
  const [typed, setTyped] = useState(EMPTY_DRAFT);
  return (
    <PageColumn>
      <PageHead
        title={PAGE_TITLES[tab]}
        description="Sign in, or sign up and start a debate for free."
        isUnlisted={isResettingPassword}
      />
      <ScreenReaderTitle>{PAGE_TITLES[tab]}</ScreenReaderTitle>
      <Columns>
        <Card aria-label={PAGE_TITLES[tab]}>
          {isResettingPassword ? (
            <>
              <BackLink to={buildAuthPageUrl("login")}>Back to login</BackLink>
              <ForgotPasswordForm />
            </>
          ) : (
            <Tabs
              label="Login or register"
              tabs={TAB_LABELS}
              selected={tab}
              onSelect={(chosen) => setQuery(withTab(chosen), { replace: true })}
            >
              {tab === "register" ? (
                <RegisterForm draft={typed} updateDraft={setTyped} />
              ) : (
                <LoginForm draft={typed} updateDraft={setTyped} />
              )}
            </Tabs>
          )}
        </Card>
        <MarketingPanel />
      </Columns>
    </PageColumn>
  );
};

export default AuthPage;
