import { ThemeProvider } from "next-themes";
import { createContext, type ReactNode, useContext } from "react";

/** CSP nonce for the script that sets the color mode before the first paint. */
export const NonceContext = createContext("");

/** Only the server-rendered script runs. In the browser it gets a type that does not execute. */
const THEME_SCRIPT_PROPS = typeof window === "undefined" ? {} : { type: "application/json" };

/**
 * Sets the color mode as the root's `data-theme`. An attribute, because next-themes removes and
 * re-adds a class, which restyles the whole page. Does not wrap the page: its state changes during
 * hydration and would force synchronous hydration.
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
