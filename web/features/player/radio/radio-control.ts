import { toastError } from "#web/lib/toast.ts";
import { loadPlayer, tell } from "../player-store.ts";
import { isOn, type Listening, OFF } from "./radio-state.ts";
import { useRadio } from "./radio-store.ts";

/** What is asked of the radio. */
interface Radio {
  listen(debateId: number, how: Listening): void;
  /** Holds the words back to the voice, or no longer. */
  show(isShow: boolean): void;
  /** There is more on the air than before. */
  look(debateId: number): void;
  stop(): void;
}

let radio: Radio | undefined;

/** Fetches what plays; a page does without it until somebody may want to listen. */
export const loadRadio = async (): Promise<Radio> => {
  // First: the keys of headsets and lock screens are its own, else.
  await loadPlayer();
  const { startRadio } = await import("./start-radio.ts");
  return (radio ??= startRadio(useRadio));
};

export const listenLive = async (debateId: number, how: Listening = {}): Promise<void> => {
  // Now: whatever a turn that plays still tells would stop what is on its way.
  tell({ type: "close" });
  useRadio.setState({ ...OFF, phase: "connecting", debateId, isShow: how.isShow ?? false });
  try {
    const { listen } = await loadRadio();
    // Whoever has left meanwhile does not listen.
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
