import { create } from "zustand";

interface IdentityPromptState {
  /**
   * The prompt that waits for the user; null if none does. `answer` receives whether the user
   * confirmed.
   */
  pendingPrompt: { answer: (isConfirmed: boolean) => void } | null;
}

export const useIdentityPrompt = create<IdentityPromptState>(() => ({ pendingPrompt: null }));

let pendingAnswer: Promise<boolean> | null = null;

/** Asks the user to confirm their identity. Concurrent calls share one prompt. */
export const promptForIdentity = (): Promise<boolean> => {
  pendingAnswer ??= new Promise<boolean>((settle) =>
    useIdentityPrompt.setState({ pendingPrompt: { answer: settle } }),
  ).finally(() => {
    pendingAnswer = null;
    useIdentityPrompt.setState({ pendingPrompt: null });
  });
  return pendingAnswer;
};
