import { useContext, useLayoutEffect } from "react";
import { NonceContext } from "#web/components/layout/color-mode-provider.tsx";
import { resetTranscript, TRANSCRIPT_SCRIPT } from "./transcript-store.ts";

/** Only the server-rendered script runs. */
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
