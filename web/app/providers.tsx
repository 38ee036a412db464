import { ChakraProvider } from "@chakra-ui/react";
import { CacheProvider, type EmotionCache } from "@emotion/react";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { NonceContext } from "#web/components/layout/theme.tsx";
import { system } from "#web/components/theme/system.ts";
import { AuthProvider } from "#web/lib/auth/auth.tsx";
import { ConfigProvider } from "#web/lib/config.tsx";

interface ProvidersProps {
  client: QueryClient;
  styles: EmotionCache;
  nonce: string;
  children: ReactNode;
}

/** Everything that is around a page: styles, server state, and who is signed in. */
export const Providers = ({ client, styles, nonce, children }: ProvidersProps) => (
  <NonceContext value={nonce}>
    <CacheProvider value={styles}>
      <ChakraProvider value={system}>
        <QueryClientProvider client={client}>
          <ConfigProvider>
            <AuthProvider>{children}</AuthProvider>
          </ConfigProvider>
        </QueryClientProvider>
      </ChakraProvider>
    </CacheProvider>
  </NonceContext>
);
