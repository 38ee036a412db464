import { ChakraProvider } from "@chakra-ui/react";
import { CacheProvider, type EmotionCache } from "@emotion/react";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { NonceContext } from "#web/components/layout/theme.tsx";
import { OriginContext } from "#web/components/page-head.tsx";
import { system } from "#web/components/theme/system.ts";
import { AuthProvider } from "#web/lib/auth/auth.tsx";
import { ConfigProvider } from "#web/lib/config.tsx";

interface ProvidersProps {
  client: QueryClient;
  styles: EmotionCache;
  nonce: string;
  /** Where the product lives. */
  origin: string;
  children: ReactNode;
}

/** Everything that is around a page: styles, server state, and who is signed in. */
export const Providers = ({ client, styles, nonce, origin, children }: ProvidersProps) => (
  <NonceContext value={nonce}>
    <OriginContext value={origin}>
      <CacheProvider value={styles}>
        <ChakraProvider value={system}>
          <QueryClientProvider client={client}>
            <ConfigProvider>
              <AuthProvider>{children}</AuthProvider>
            </ConfigProvider>
          </QueryClientProvider>
        </ChakraProvider>
      </CacheProvider>
    </OriginContext>
  </NonceContext>
);
