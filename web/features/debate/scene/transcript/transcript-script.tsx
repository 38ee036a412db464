import { useLayoutEffect } from "react";
import { InlineScript } from "#web/components/layout/inline-script.tsx";
import { resetTranscript, TRANSCRIPT_SCRIPT } from "./transcript-store.ts";

/** Opens the transcript before the first paint, if the viewer had it open. */
export const TranscriptScript = () => {
  useLayoutEffect(resetTranscript, []);
  return <InlineScript code={TRANSCRIPT_SCRIPT} />;
};
