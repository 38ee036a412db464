import { create } from "zustand";

interface IdentityQuestion {
  /** The pending prompt; `settle` takes whether the identity was confirmed. */
  asked: { settle: (isConfirmed: boolean) => void } | null;
}

export const useIdentityQuestion = create<IdentityQuestion>(() => ({ asked: null }));

let answer: Promise<boolean> | null = null;

/** Asks the user to confirm their identity. Concurrent requests share one prompt. */
export const askIdentity = (): Promise<boolean> => {
  answer ??= new Promise<boolean>((settle) =>
    useIdentityQuestion.setState({ asked: { settle } }),
  ).finally(() => {
    answer = null;
    useIdentityQuestion.setState({ asked: null });
  });
  return answer;
};
