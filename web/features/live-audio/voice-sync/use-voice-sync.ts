import { useEffect, useMemo, useRef } from "react";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { prefersReducedMotion } from "#web/lib/browser/hydration.ts";
import { useLiveAudio } from "../live-audio-store.ts";
import { createDelayToVoice } from "./delay-to-voice.ts";
import { VoiceSyncClock, type VoiceSyncPosition } from "./voice-sync-clock.ts";

/** With voice sync on, shows the debate's text only as far as the voice is. */
export const useVoiceSync = (turns: readonly Turn[]): void => {
  const isVoiceSynced = useLiveAudio((state) => state.isVoiceSynced);
  const clock = useMemo(
    () => (isVoiceSynced ? new VoiceSyncClock(prefersReducedMotion()) : null),
    [isVoiceSynced],
  );
  const lastPosition = useRef<VoiceSyncPosition | null>(null);
  useEffect(() => {
    const updateDelay = () => {
      const { schedule, streamTime, now } = useLiveAudio.getState();
      if (!clock || !schedule) return;
      const position = clock.getPosition(turns, { schedule, streamTime, now });
      if (position === lastPosition.current) return;
      lastPosition.current = position;
      useLiveAudio.setState({ delayDebate: position && createDelayToVoice(position) });
    };
    updateDelay();
    return useLiveAudio.subscribe(updateDelay);
  }, [clock, turns]);
};
