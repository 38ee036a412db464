import { create } from "zustand";

interface IdentityQuestion {
  /** Waits for the answer: whether the identity was confirmed. */
  asked: { settle: (isConfirmed: boolean) => void } | null;
}

/** Whether the user is being asked to confirm their identity. */
export const useIdentityQuestion = create<IdentityQuestion>(() => ({ asked: null }));

let answer: Promise<boolean> | null = null;

/** Asks the user to confirm their identity; requests that are refused meanwhile share the question. */
export const askIdentity = (): Promise<boolean> => {
  answer ??= new Promise<boolean>((settle) =>
    useIdentityQuestion.setState({ asked: { settle } }),
  ).finally(() => {
    answer = null;
    useIdentityQuestion.setState({ asked: null });
  });
  return answer;
};
