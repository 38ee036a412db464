import { Radio, Square } from "lucide-react";
import { useEffect } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { getLiveLabel } from "#shared/domain/debates/live-previews.ts";
import { Button, COMPACT_BUTTON_STYLE } from "#web/components/ui/controls/button.tsx";
import { findSavedLivePosition } from "../player/saved-live-position.ts";
import { isLiveAudioOn, useLiveAudio } from "../live-audio-store.ts";
import { startLiveListening, loadLivePlayer, stopLiveListening } from "../player/live-player.ts";

const isDataSaverOn = (): boolean =>
  "connection" in navigator &&
  typeof navigator.connection === "object" &&
  navigator.connection !== null &&
  "saveData" in navigator.connection &&
  navigator.connection.saveData === true;

/** Starts or stops the live audio of a completed debate whose last turns are still being spoken. */
export const ListenLiveButton = ({ debate: { id, status } }: { debate: Debate }) => {
  const isOffered = useLiveAudio((state) => state.isOffered);
  const isListening = useLiveAudio(isLiveAudioOn);
  // On the server `isOffered` is false, so session storage is read only in the browser.
  const savedPosition = isOffered && !isListening ? findSavedLivePosition(id) : null;
  useEffect(() => {
    if (isOffered && !isDataSaverOn()) void loadLivePlayer().catch(() => undefined);
  }, [isOffered]);
  if (!isOffered && !isListening) return null;
  const toggle = () =>
    isListening
      ? stopLiveListening()
      : void startLiveListening(id, { from: savedPosition ?? undefined });
  return (
    <Button css={COMPACT_BUTTON_STYLE} onClick={toggle}>
      {isListening ? <Square size={16} /> : <Radio size={16} />}
      {isListening && "Stop listening"}
      {!isListening && (savedPosition === null ? getLiveLabel(status) : "Continue listening")}
    </Button>
  );
};
