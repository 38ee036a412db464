import { ScrollText } from "lucide-react";
import { useLayoutEffect } from "react";
import { InlineScript } from "#web/components/layout/inline-script.tsx";
import { Button } from "#web/components/ui/controls/button.tsx";
import { WideScreenText } from "#web/components/ui/content/typography.tsx";
import { useDisabledUntilHydrated } from "#web/lib/browser/hydration.ts";
import {
  resetTranscript,
  setTranscriptOpen,
  TRANSCRIPT_SCRIPT,
  useIsTranscriptOpen,
} from "./transcript-store.ts";

interface TranscriptButtonProps {
  /** Called when a click opens the transcript. */
  onOpen: () => void;
}

/** Opens and closes the transcript. */
export const TranscriptButton = ({ onOpen }: TranscriptButtonProps) => {
  const isOpen = useIsTranscriptOpen();
  return (
    <Button
      {...useDisabledUntilHydrated()}
      aria-pressed={isOpen}
      css={{ px: { base: "3", md: "4" } }}
      onClick={() => {
        setTranscriptOpen(!isOpen);
        if (!isOpen) onOpen();
      }}
    >
      <ScrollText size={16} />
      <WideScreenText>Transcript</WideScreenText>
    </Button>
  );
};

/** Opens the transcript before the first paint, if the viewer had it open. */
export const TranscriptScript = () => {
  useLayoutEffect(resetTranscript, []);
  return <InlineScript code={TRANSCRIPT_SCRIPT} />;
};
