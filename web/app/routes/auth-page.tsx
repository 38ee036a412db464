import { useSearchParams } from "react-router-dom";
import { Card } from "#web/components/ui/card.tsx";
import { PageColumn } from "#web/components/ui/page-column.tsx";
import { PageHead } from "#web/components/ui/page-head.tsx";
import { Tabs } from "#web/components/ui/tabs.tsx";
import { HiddenTitle } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { LoginForm } from "#web/features/auth/login-form.tsx";
import { MarketingPanel } from "#web/features/auth/marketing-panel.tsx";
import { RegisterForm } from "#web/features/auth/register-form.tsx";

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

/** Where one comes back to stays. */
const withTab = (tab: string) => (query: URLSearchParams) => {
  const changed = new URLSearchParams(query);
  changed.set("tab", tab);
  return changed;
};

const AuthPage = () => {
  const [query, setQuery] = useSearchParams();
  const tab = query.get("tab") === "register" ? "register" : "login";
  return (
    <PageColumn>
      <PageHead title={FORMS[tab]} description="Sign in, or sign up and start a debate for free." />
      <HiddenTitle>{FORMS[tab]}</HiddenTitle>
      <Columns>
        <Card aria-label={FORMS[tab]}>
          <Tabs
            label="Login or register"
            tabs={FORMS}
            selected={tab}
            onSelect={(chosen) => setQuery(withTab(chosen), { replace: true })}
          >
            {tab === "register" ? <RegisterForm /> : <LoginForm />}
          </Tabs>
        </Card>
        <MarketingPanel />
      </Columns>
    </PageColumn>
  );
};

export default AuthPage;
