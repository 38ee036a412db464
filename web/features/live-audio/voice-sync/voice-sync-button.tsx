import { BookOpenText, Captions } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "#web/components/ui/controls/button.tsx";
import { WideScreenText } from "#web/components/ui/content/typography.tsx";
import { startLiveListening, setLiveVoiceSync } from "../live-player.ts";
import { isLiveAudioOn, useLiveAudio } from "../live-audio-store.ts";

interface VoiceSyncButtonProps extends Pick<ComponentProps<typeof Button>, "variant" | "css"> {
  debateId: number;
}

/** Switches voice sync on or off. If the live stream is off, starts it with voice sync. */
const VoiceSyncButton = ({ debateId, ...buttonProps }: VoiceSyncButtonProps) => {
  const isListening = useLiveAudio(isLiveAudioOn);
  const isVoiceSynced = useLiveAudio((state) => state.isVoiceSynced);
  const toggle = () =>
    isListening
      ? setLiveVoiceSync(!isVoiceSynced)
      : void startLiveListening(debateId, { isVoiceSynced: true });
  const label = isVoiceSynced ? "Show full text" : "Watch as a show";
  return (
    <Button {...buttonProps} title={label} onClick={toggle}>
      {isVoiceSynced ? <BookOpenText size={16} /> : <Captions size={16} />}
      <WideScreenText>{label}</WideScreenText>
    </Button>
  );
};

export default VoiceSyncButton;
