import { useContext } from "react";
import { NonceContext } from "./color-mode-provider.tsx";

/**
 * Only the server's HTML needs the script, before React starts. In the browser it gets a type that
 * is not executed, because React warns about scripts that it renders.
 */
const TYPE = typeof window === "undefined" ? {} : { type: "application/json" };

/** A script in the server's HTML that runs before the first paint. `code` must be trusted. */
export const InlineScript = ({ code }: { code: string }) => (
  <script
    {...TYPE}
    nonce={useContext(NonceContext)}
    suppressHydrationWarning
    dangerouslySetInnerHTML={{ __html: code }}
  />
);
