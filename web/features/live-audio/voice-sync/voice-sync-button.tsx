import { BookOpenText, Captions } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "#web/components/ui/controls/button.tsx";
import { WideScreenText } from "#web/components/ui/content/typography.tsx";
import { startLiveListening, setLiveVoiceSync } from "../live-player.ts";
import { isLiveAudioOn, useLiveAudio } from "../live-audio-store.ts";

interface VoiceSyncButtonProps extends Pick<ComponentProps<typeof Button>, "look" | "css"> {
  debateId: number;
}

/** Switches voice sync. If the live stream is off, starts it with voice sync. */
const VoiceSyncButton = ({ debateId, ...look }: VoiceSyncButtonProps) => {
  const isListening = useLiveAudio(isLiveAudioOn);
  const isShow = useLiveAudio((state) => state.isShow);
  const press = () =>
    isListening ? setLiveVoiceSync(!isShow) : void startLiveListening(debateId, { isShow: true });
  const word = isShow ? "Show full text" : "Watch as a show";
  return (
    <Button {...look} title={word} onClick={press}>
      {isShow ? <BookOpenText size={16} /> : <Captions size={16} />}
      <WideScreenText>{word}</WideScreenText>
    </Button>
  );
};

export default VoiceSyncButton;
