import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { BackLink } from "#web/components/ui/back-link.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { PageColumn } from "#web/components/ui/page-column.tsx";
import { PageHead } from "#web/components/ui/page-head.tsx";
import { Tabs } from "#web/components/ui/tabs.tsx";
import { HiddenTitle } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { ForgotForm } from "#web/features/auth/forgot-form.tsx";
import { LoginForm } from "#web/features/auth/login-form.tsx";
import { MarketingPanel } from "#web/features/auth/marketing-panel.tsx";
import { RegisterForm } from "#web/features/auth/register-form.tsx";
import { NOTHING_TYPED } from "#web/features/auth/typed-names.ts";
import { useAuthAddress } from "#web/lib/use-auth-address.ts";

const FORMS = { login: "Login", register: "Register" };

const Columns = styled("div", {
  base: {
    display: "grid",
    alignItems: "start",
    gap: "6",
    gridTemplateColumns: { base: "minmax(0, 1fr)", md: "minmax(0, 1fr) minmax(0, 1.1fr)" },
    py: { base: "0", md: "10" },
  },
});

/** Keeps the return path in the query string. */
const withTab = (tab: string) => (query: URLSearchParams) => {
  const changed = new URLSearchParams(query);
  changed.set("tab", tab);
  return changed;
};

const TITLES = { ...FORMS, forgot: "Forgot your password?" };

const isTitled = (tab: string | null): tab is keyof typeof TITLES =>
  tab !== null && Object.hasOwn(TITLES, tab);

const AuthPage = () => {
  const [query, setQuery] = useSearchParams();
  const asked = query.get("tab");
  const tab = isTitled(asked) ? asked : "login";
  const isForgotten = tab === "forgot";
  const addressOf = useAuthAddress();
  const [typed, setTyped] = useState(NOTHING_TYPED);
  return (
    <PageColumn>
      <PageHead
        title={TITLES[tab]}
        description="Sign in, or sign up and start a debate for free."
        isUnlisted={isForgotten}
      />
      <HiddenTitle>{TITLES[tab]}</HiddenTitle>
      <Columns>
        <Card aria-label={TITLES[tab]}>
          {isForgotten ? (
            <>
              <BackLink to={addressOf("login")}>Back to login</BackLink>
              <ForgotForm />
            </>
          ) : (
            <Tabs
              label="Login or register"
              tabs={FORMS}
              selected={tab}
              onSelect={(chosen) => setQuery(withTab(chosen), { replace: true })}
            >
              {tab === "register" ? (
                <RegisterForm typed={typed} onType={setTyped} />
              ) : (
                <LoginForm typed={typed} onType={setTyped} />
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
