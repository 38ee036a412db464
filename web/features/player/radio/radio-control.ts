import { toastError } from "#web/lib/toast.ts";
import { loadPlayer, tell } from "../player-store.ts";
import { isOn, type Listening, OFF } from "./radio-state.ts";
import { useRadio } from "./radio-store.ts";

interface Radio {
  listen(debateId: number, how: Listening): void;
  show(isShow: boolean): void;
  /** Refreshes the schedule. */
  look(debateId: number): void;
  stop(): void;
}

let radio: Radio | undefined;

/** Loads the live player's code. Not part of the page's first load. */
export const loadRadio = async (): Promise<Radio> => {
  // The player goes first: the live player then overrides its media key handlers.
  await loadPlayer();
  const { startRadio } = await import("./start-radio.ts");
  return (radio ??= startRadio(useRadio));
};

export const listenLive = async (debateId: number, how: Listening = {}): Promise<void> => {
  // Closed immediately: later player events would stop the stream that is starting.
  tell({ type: "close" });
  useRadio.setState({ ...OFF, phase: "connecting", debateId, isShow: how.isShow ?? false });
  try {
    const { listen } = await loadRadio();
    // The user may have stopped while the code was loading.
    if (useRadio.getState().debateId === debateId && isOn(useRadio.getState()))
      listen(debateId, how);
  } catch {
    useRadio.setState(OFF);
    toastError(new Error("The player could not be loaded. Check your connection and try again."));
  }
};

export const stopRadio = (): void => {
  if (radio) radio.stop();
  else useRadio.setState(OFF);
};

export const showLive = (isShow: boolean): void => radio?.show(isShow);

export const lookAtAir = (debateId: number): void => radio?.look(debateId);
