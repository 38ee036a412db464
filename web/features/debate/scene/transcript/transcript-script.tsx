import { useContext, useLayoutEffect } from "react";
import { NonceContext } from "#web/components/layout/color-mode-provider.tsx";
import { resetTranscript, TRANSCRIPT_SCRIPT } from "./transcript-store.ts";

/**
 * Only the server's HTML needs the script, before React starts. In the browser it gets a type that
 * is not executed, because React warns about scripts that it renders.
 */
const TYPE = typeof window === "undefined" ? {} : { type: "application/json" };

/** Opens the transcript before the first paint, if the viewer had it open. */
export const TranscriptScript = () => {
  useLayoutEffect(resetTranscript, []);
  return (
    <script
      {...TYPE}
      nonce={useContext(NonceContext)}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: TRANSCRIPT_SCRIPT }}
    />
  );
};
