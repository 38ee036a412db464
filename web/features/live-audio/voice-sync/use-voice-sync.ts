import { useEffect, useRef } from "react";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { prefersReducedMotion } from "#web/lib/browser/hydration.ts";
import { useLiveAudio } from "../live-audio-store.ts";
import { createDelayToVoice } from "./delay-to-voice.ts";
import { VoiceSyncClock, type VoiceSyncPosition } from "./voice-sync-clock.ts";

/** While `isSynced`, shows the debate's text only up to the word that is being spoken. */
export const useVoiceSync = (turns: readonly Turn[], isSynced: boolean): void => {
  const clock = useRef<VoiceSyncClock | null>(null);
  const lastPosition = useRef<VoiceSyncPosition | null>(null);
  useEffect(() => {
    if (!isSynced) return undefined;
    clock.current = new VoiceSyncClock(prefersReducedMotion());
    return () => {
      clock.current = null;
      lastPosition.current = null;
      useLiveAudio.setState({ delayDebate: null });
    };
  }, [isSynced]);
  useEffect(() => {
    if (!isSynced) return undefined;
    const updateDelay = () => {
      const { schedule, streamTime, now } = useLiveAudio.getState();
      if (!clock.current || !schedule) return;
      const position = clock.current.getPosition(turns, { schedule, streamTime, now });
      if (position === lastPosition.current) return;
      lastPosition.current = position;
      useLiveAudio.setState({ delayDebate: position && createDelayToVoice(position) });
    };
    updateDelay();
    return useLiveAudio.subscribe(updateDelay);
  }, [isSynced, turns]);
};
