import { Suspense } from "react";
import { Route, Routes, useLocation } from "react-router-dom";
import { PATH_ALIASES, PAGES } from "#shared/domain/pages.ts";
import { PageLayout } from "#web/components/layout/page-layout.tsx";
import { FullScreenSpinner } from "#web/components/ui/feedback/spinner.tsx";
import { DeferredIdentityDialog, DeferredToaster, HydrationMarker } from "./deferred-ui.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { GuardedPage } from "./guarded-page.tsx";
import { CreditBalanceUpdates } from "./credit-balance-updates.tsx";
import { SessionEndWatch } from "./session-end-watch.tsx";
import { OutageWatch } from "./outage-watch.tsx";
import { DesignPage, NotFound, PAGE_NAMES } from "./page-code.ts";
import { NavigationFocus } from "./navigation-focus.tsx";
import { Redirect } from "#web/components/ui/page/redirect.tsx";

/** Redirects an alias to its page and keeps the query string and the hash. */
const AliasRedirect = ({ to }: { to: string }) => {
  const { search, hash } = useLocation();
  return <Redirect to={to + search + hash} />;
};

const Pages = () => (
  <Suspense fallback={<FullScreenSpinner />}>
    <Routes>
      {PAGE_NAMES.map((name) => (
        <Route key={name} path={PAGES[name].path} element={<GuardedPage name={name} />} />
      ))}
      {Object.entries(PATH_ALIASES).map(([alias, page]) => (
        <Route key={alias} path={alias} element={<AliasRedirect to={page} />} />
      ))}
      {DesignPage && <Route path="/design" element={<DesignPage />} />}
      <Route path="*" element={<NotFound />} />
    </Routes>
    <HydrationMarker />
  </Suspense>
);

/** The inner boundary keeps the layout on the screen; the outer one catches the layout's errors. */
export const App = () => (
  <ErrorBoundary>
    <PageLayout>
      <OutageWatch />
      <ErrorBoundary>
        <Pages />
      </ErrorBoundary>
      <NavigationFocus />
      <CreditBalanceUpdates />
      <SessionEndWatch />
      <DeferredIdentityDialog />
      <DeferredToaster />
    </PageLayout>
  </ErrorBoundary>
);
