import { ChakraProvider } from "@chakra-ui/react";
import { CacheProvider, type EmotionCache } from "@emotion/react";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import type { ReactNode } from "react";
import { system } from "#web/components/theme/system.ts";
import { AuthProvider } from "#web/lib/auth/auth.tsx";
import { ConfigProvider } from "#web/lib/config.tsx";

/** Only the server's script runs; where React renders it in the browser it is data. */
const SCRIPT = typeof window === "undefined" ? {} : { type: "application/json" };

interface ProvidersProps {
  client: QueryClient;
  styles: EmotionCache;
  nonce: string;
  children: ReactNode;
}

/** Everything that is around a page: theme, styles, server state, and who is signed in. */
export const Providers = ({ client, styles, nonce, children }: ProvidersProps) => (
  <CacheProvider value={styles}>
    <ThemeProvider
      attribute="class"
      defaultTheme="dark"
      enableSystem={false}
      disableTransitionOnChange
      nonce={nonce}
      scriptProps={SCRIPT}
    >
      <ChakraProvider value={system}>
        <QueryClientProvider client={client}>
          <ConfigProvider>
            <AuthProvider>{children}</AuthProvider>
          </ConfigProvider>
        </QueryClientProvider>
      </ChakraProvider>
    </ThemeProvider>
  </CacheProvider>
);
