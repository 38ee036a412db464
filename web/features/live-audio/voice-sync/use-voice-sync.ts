import { useEffect, useMemo, useRef } from "react";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { prefersReducedMotion } from "#web/lib/browser/hydration.ts";
import { useLiveAudio } from "../live-audio-store.ts";
import { createDelayToVoice } from "./delay-to-voice.ts";
import { VoiceSyncClock, type VoiceSyncPosition } from "./voice-sync-clock.ts";

/** With voice sync on, keeps the shown debate in step with the voice. */
export const useVoiceSync = (turns: readonly Turn[]): void => {
  const isShow = useLiveAudio((state) => state.isShow);
  const clock = useMemo(
    () => (isShow ? new VoiceSyncClock(prefersReducedMotion()) : null),
    [isShow],
  );
  const shown = useRef<VoiceSyncPosition | null>(null);
  useEffect(() => {
    const show = () => {
      const { live, moment, now } = useLiveAudio.getState();
      if (!clock || !live) return;
      const place = clock.placeIn(turns, { live, moment, now });
      if (place === shown.current) return;
      shown.current = place;
      useLiveAudio.setState({ hold: place && createDelayToVoice(place) });
    };
    show();
    return useLiveAudio.subscribe(show);
  }, [clock, turns]);
};
