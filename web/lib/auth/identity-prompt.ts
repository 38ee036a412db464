import { create } from "zustand";

interface IdentityPromptState {
  /** The pending prompt; `settle` takes whether the identity was confirmed. */
  asked: { settle: (isConfirmed: boolean) => void } | null;
}

export const useIdentityPrompt = create<IdentityPromptState>(() => ({ asked: null }));

let pendingAnswer: Promise<boolean> | null = null;

/** Asks the user to confirm their identity. Concurrent requests share one prompt. */
export const promptForIdentity = (): Promise<boolean> => {
  pendingAnswer ??= new Promise<boolean>((settle) =>
    useIdentityPrompt.setState({ asked: { settle } }),
  ).finally(() => {
    pendingAnswer = null;
    useIdentityPrompt.setState({ asked: null });
  });
  return pendingAnswer;
};
