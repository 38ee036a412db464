import type { SpeechPart } from "#shared/contract/events.ts";
import { showErrorToast } from "#web/lib/toast.ts";
import { loadPlayer, dispatchPlayerEvent } from "#web/lib/player/player-store.ts";
import {
  isLiveAudioOn,
  type ListenOptions,
  LIVE_AUDIO_OFF,
  startConnecting,
  useLiveAudio,
} from "../live-audio-store.ts";

interface LivePlayer {
  listen(debateId: number, options: ListenOptions): void;
  /** Follows what is spoken in a debate, with or without sound. Null stops this. */
  follow(debateId: number | null): void;
  /** Adds a synthesized sentence to the schedule if its debate is followed or listened to. */
  addSentence(part: SpeechPart): void;
  /** Requests the schedule again if this debate is followed or listened to. */
  refreshSchedule(debateId: number): void;
  stop(): void;
}

let livePlayer: LivePlayer | undefined;

/** Loads the live player's code, which is not part of the page's first load. */
export const loadLivePlayer = async (): Promise<LivePlayer> => {
  // The recordings' player comes first, because the live player must override its media key
  // handlers.
  await loadPlayer();
  const { startLivePlayer: startPlayer } = await import("./start-live-player.ts");
  return (livePlayer ??= startPlayer(useLiveAudio));
};

export const startLiveListening = async (
  debateId: number,
  options: ListenOptions = {},
): Promise<void> => {
  // Closes the recordings' player at once, because its later events would stop the stream.
  dispatchPlayerEvent({ type: "close" });
  useLiveAudio.setState(startConnecting(useLiveAudio.getState(), debateId));
  try {
    const { listen } = await loadLivePlayer();
    // The user may have stopped while the code was loading.
    if (useLiveAudio.getState().debateId === debateId && isLiveAudioOn(useLiveAudio.getState()))
      listen(debateId, options);
  } catch {
    useLiveAudio.setState(LIVE_AUDIO_OFF);
    showErrorToast(
      new Error("The player could not be loaded. Check your connection and try again."),
    );
  }
};

export const stopLiveListening = (): void => {
  if (livePlayer) livePlayer.stop();
  else useLiveAudio.setState(LIVE_AUDIO_OFF);
};

/** The live player; undefined until its code is loaded. */
export const getLivePlayer = (): LivePlayer | undefined => livePlayer;
