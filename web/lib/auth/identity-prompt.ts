import { create } from "zustand";

interface IdentityPromptState {
  /** The pending prompt; `answer` takes whether the identity was confirmed. */
  pendingPrompt: { answer: (isConfirmed: boolean) => void } | null;
}

export const useIdentityPrompt = create<IdentityPromptState>(() => ({ pendingPrompt: null }));

let pendingAnswer: Promise<boolean> | null = null;

/** Asks the user to confirm their identity. Concurrent requests share one prompt. */
export const promptForIdentity = (): Promise<boolean> => {
  pendingAnswer ??= new Promise<boolean>((settle) =>
    useIdentityPrompt.setState({ pendingPrompt: { answer: settle } }),
  ).finally(() => {
    pendingAnswer = null;
    useIdentityPrompt.setState({ pendingPrompt: null });
  });
  return pendingAnswer;
};
