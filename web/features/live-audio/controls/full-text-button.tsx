import { ScrollText } from "lucide-react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { Button, COMPACT_BUTTON_STYLE } from "#web/components/ui/controls/button.tsx";
import { useDisabledUntilHydrated } from "#web/lib/browser/hydration.ts";
import { chooseFullText } from "./full-text-choice.ts";
import { isLiveAudioOn, useLiveAudio } from "../live-audio-store.ts";

/** Chooses whether a running debate's text appears as soon as it is written or as it is spoken. */
export const FullTextButton = ({ debate: { pace } }: { debate: Debate }) => {
  const isListening = useLiveAudio(isLiveAudioOn);
  const wantsFullText = useLiveAudio((state) => state.wantsFullText);
  const hydrationProps = useDisabledUntilHydrated();
  return (
    <Button
      {...hydrationProps}
      css={COMPACT_BUTTON_STYLE}
      aria-pressed={wantsFullText}
      isOff={pace === "text" && !isListening}
      onClick={() => chooseFullText(!wantsFullText)}
    >
      <ScrollText size={16} />
      Show full text
    </Button>
  );
};
