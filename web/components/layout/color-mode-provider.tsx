import { ThemeProvider } from "next-themes";
import { createContext, type ReactNode, useContext } from "react";

/** CSP nonce of the script that sets the color mode before the first paint. */
export const NonceContext = createContext("");

/**
 * Only the server's HTML needs the theme script, before React starts. In the browser it gets a type
 * that is not executed, because React warns about scripts that it renders.
 */
const THEME_SCRIPT_PROPS = typeof window === "undefined" ? {} : { type: "application/json" };

/**
 * Sets the color mode as the root's attribute `data-theme`. next-themes would remove and add a
 * class, which restyles the whole page. The provider does not wrap the page, because its state
 * changes during hydration, which would make hydration synchronous.
 */
export const ColorModeProvider = ({ children }: { children: ReactNode }) => (
  <ThemeProvider
    attribute="data-theme"
    defaultTheme="dark"
    enableSystem={false}
    nonce={useContext(NonceContext)}
    scriptProps={THEME_SCRIPT_PROPS}
  >
    {children}
  </ThemeProvider>
);
