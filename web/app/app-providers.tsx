import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { NonceContext } from "#web/components/layout/color-mode-provider.tsx";
import { OriginContext } from "#web/components/ui/page/page-head.tsx";
import { GlobalStyles } from "#web/components/theme/global-styles.tsx";
import { type StyleCache, StyleCacheContext } from "#web/components/theme/style-cache.ts";
import { AuthProvider } from "#web/lib/auth/auth.tsx";
import { ConfigProvider } from "#web/lib/config.tsx";

interface AppProvidersProps {
  client: QueryClient;
  styles: StyleCache;
  nonce: string;
  /** The app's public origin, for absolute URLs. */
  origin: string;
  children: ReactNode;
}

/** Provides all contexts of the app: styles, queries, configuration and session. */
export const AppProviders = ({ client, styles, nonce, origin, children }: AppProvidersProps) => (
  <NonceContext value={nonce}>
    <OriginContext value={origin}>
      <StyleCacheContext value={styles}>
        <GlobalStyles />
        <QueryClientProvider client={client}>
          <ConfigProvider>
            <AuthProvider>{children}</AuthProvider>
          </ConfigProvider>
        </QueryClientProvider>
      </StyleCacheContext>
    </OriginContext>
  </NonceContext>
);
