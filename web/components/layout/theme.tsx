import { ThemeProvider } from "next-themes";
import { createContext, type ReactNode, useContext } from "react";

/** The nonce of the page, for the script that sets the theme before anything is painted. */
export const NonceContext = createContext("");

/** Only the server's script runs; where React renders it in the browser it is data. */
const SCRIPT = typeof window === "undefined" ? {} : { type: "application/json" };

/**
 * Light or dark, as the root's `data-theme`: an attribute that is set to what it is costs nothing, a
 * class that is taken off and put on has the whole page styled anew. From the browser's storage, dark by
 * default. It is not around the page: it changes while that is taken over from the server's HTML,
 * which would then have to be done in one go.
 */
export const Theme = ({ children }: { children: ReactNode }) => (
  <ThemeProvider
    attribute="data-theme"
    defaultTheme="dark"
    enableSystem={false}
    nonce={useContext(NonceContext)}
    scriptProps={SCRIPT}
  >
    {children}
  </ThemeProvider>
);
