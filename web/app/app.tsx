import { Suspense } from "react";
import { Route, Routes } from "react-router-dom";
import { ALIASES, PAGES } from "#shared/domain/pages.ts";
import { PageFrame } from "#web/components/layout/page-frame.tsx";
import { FullScreenSpinner } from "#web/components/ui/spinner.tsx";
import { AliasRedirect } from "./alias-redirect.tsx";
import { LateIdentityDialog, LateToaster, TakenOver } from "./after-load.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { GuardedPage } from "./guarded-page.tsx";
import { LiveCredits } from "./live-credits.tsx";
import { LiveSession } from "./live-session.tsx";
import { OutageWatch } from "./outage-watch.tsx";
import { Design, NotFound, PAGE_NAMES } from "./pages.ts";
import { StartOfPage } from "./start-of-page.tsx";

export const App = () => (
  <PageFrame>
    <OutageWatch />
    <ErrorBoundary>
      <Suspense fallback={<FullScreenSpinner />}>
        <Routes>
          {PAGE_NAMES.map((name) => (
            <Route key={name} path={PAGES[name].path} element={<GuardedPage name={name} />} />
          ))}
          {Object.entries(ALIASES).map(([alias, page]) => (
            <Route key={alias} path={alias} element={<AliasRedirect to={page} />} />
          ))}
          {Design && <Route path="/design" element={<Design />} />}
          <Route path="*" element={<NotFound />} />
        </Routes>
        <TakenOver />
      </Suspense>
    </ErrorBoundary>
    <StartOfPage />
    <LiveCredits />
    <LiveSession />
    <LateIdentityDialog />
    <LateToaster />
  </PageFrame>
);
