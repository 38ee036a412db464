import { Volume2, VolumeX } from "lucide-react";
import { useEffect } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { useDisabledUntilHydrated } from "#web/lib/browser/hydration.ts";
import { useIsVoiced, useIsVoiceMissing } from "#web/lib/tts-status.ts";
import { Muted } from "#web/components/ui/content/typography.tsx";
import { isLiveAudioOn, useLiveAudio } from "../live-audio-store.ts";
import { loadLivePlayer, startLiveListening, stopLiveListening } from "../player/live-player.ts";
import { MissingVoice } from "./missing-voice.tsx";

/**
 * Turns the sound of a running debate on and off. The sound plays in time with the words on the
 * page.
 */
export const SoundButton = ({ debate: { id } }: { debate: Debate }) => {
  const isVoiced = useIsVoiced() ?? false;
  const isVoiceMissing = useIsVoiceMissing();
  const isOffered = useLiveAudio((state) => state.isOffered);
  // While the browser blocks the sound, the button offers to turn it on.
  const isListening = useLiveAudio((state) => isLiveAudioOn(state) && state.phase !== "blocked");
  useEffect(() => {
    if (isOffered) void loadLivePlayer().catch(() => undefined);
  }, [isOffered]);
  const hydrationProps = useDisabledUntilHydrated();
  if (isVoiceMissing)
    return (
      <Muted css={{ w: { md: "9.5rem" }, fontSize: "14", lineHeight: 1.25 }}>
        <MissingVoice />
      </Muted>
    );
  if (!isVoiced) return null;
  return (
    <Button
      {...hydrationProps}
      css={{
        w: "100%",
        minW: { md: "9.5rem" },
        px: { base: "2", md: "4" },
        /* On narrow phones the text needs the space of the icon. */
        "@media (max-width: 22rem)": { "& > svg": { display: "none" } },
      }}
      variant={isListening ? "outline" : "solid"}
      isOff={!isOffered && !isListening}
      onClick={() => (isListening ? stopLiveListening() : void startLiveListening(id))}
    >
      {isListening ? <Volume2 size={16} /> : <VolumeX size={16} />}
      {isListening ? "Sound on" : "Tap for sound"}
    </Button>
  );
};
