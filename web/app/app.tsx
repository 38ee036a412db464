import { Suspense } from "react";
import { Route, Routes } from "react-router-dom";
import { PageFrame } from "#web/components/layout/page-frame.tsx";
import { FullScreenSpinner } from "#web/components/spinner.tsx";
import { LateToaster, TakenOver } from "./after-load.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { NotFound, PAGES } from "./pages.ts";
import { ProtectedRoute } from "./protected-route.tsx";
import { ScrollToTop } from "./scroll-to-top.tsx";

/** The product: a frame, and in it the page of the address. */
export const App = () => (
  <PageFrame>
    <ErrorBoundary>
      <Suspense fallback={<FullScreenSpinner />}>
        <Routes>
          {PAGES.map(({ path, Page, isProtected }) => (
            <Route
              key={path}
              path={path}
              element={
                isProtected ? (
                  <ProtectedRoute>
                    <Page />
                  </ProtectedRoute>
                ) : (
                  <Page />
                )
              }
            />
          ))}
          <Route path="*" element={<NotFound />} />
        </Routes>
        <TakenOver />
      </Suspense>
    </ErrorBoundary>
    <ScrollToTop />
    <LateToaster />
  </PageFrame>
);
