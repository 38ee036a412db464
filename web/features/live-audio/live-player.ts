import { showErrorToast } from "#web/lib/toast.ts";
import { loadPlayer, dispatchPlayerEvent } from "#web/lib/player/player-store.ts";
import {
  isLiveAudioOn,
  type ListenOptions,
  LIVE_AUDIO_OFF,
  useLiveAudio,
} from "./live-audio-store.ts";

interface LivePlayer {
  listen(debateId: number, how: ListenOptions): void;
  show(isShow: boolean): void;
  /** Refreshes the schedule. */
  look(debateId: number): void;
  stop(): void;
}

let livePlayer: LivePlayer | undefined;

/** Loads the live player's code. Not part of the page's first load. */
export const loadLivePlayer = async (): Promise<LivePlayer> => {
  // The player goes first: the live player then overrides its media key handlers.
  await loadPlayer();
  const { startLivePlayer: startRadio } = await import("./start-live-player.ts");
  return (livePlayer ??= startRadio(useLiveAudio));
};

export const startLiveListening = async (
  debateId: number,
  how: ListenOptions = {},
): Promise<void> => {
  // Closed immediately: later player events would stop the stream that is starting.
  dispatchPlayerEvent({ type: "close" });
  useLiveAudio.setState({
    ...LIVE_AUDIO_OFF,
    phase: "connecting",
    debateId,
    isShow: how.isShow ?? false,
  });
  try {
    const { listen } = await loadLivePlayer();
    // The user may have stopped while the code was loading.
    if (useLiveAudio.getState().debateId === debateId && isLiveAudioOn(useLiveAudio.getState()))
      listen(debateId, how);
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

export const setLiveVoiceSync = (isShow: boolean): void => livePlayer?.show(isShow);

export const refreshLiveSchedule = (debateId: number): void => livePlayer?.look(debateId);
