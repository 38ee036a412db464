import { create } from "zustand";
import type { ErrorCode } from "#shared/contract/errors.ts";
import { ApiError } from "./api-error.ts";

interface IdentityQuestion {
  /** Waits for the answer: whether they have proved it. */
  asked: { settle: (isProven: boolean) => void } | null;
}

/** Whether somebody is being asked to prove who they are. */
export const useIdentityQuestion = create<IdentityQuestion>(() => ({ asked: null }));

const askIdentity = async (): Promise<boolean> => {
  useIdentityQuestion.getState().asked?.settle(false);
  const isProven = await new Promise<boolean>((settle) =>
    useIdentityQuestion.setState({ asked: { settle } }),
  );
  useIdentityQuestion.setState({ asked: null });
  return isProven;
};

const asksIdentity = (err: unknown): boolean =>
  err instanceof ApiError && err.code === ("confirm_identity" satisfies ErrorCode);

/**
 * Does what may need its doer to prove again who they are: they are asked then, on a page with an
 * `IdentityDialog`, and it goes on.
 * @throws {ApiError} as the act does; confirm_identity where they do not want to prove it
 */
export const asOneself = async <Answer>(act: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await act();
  } catch (err) {
    if (!asksIdentity(err) || !(await askIdentity())) throw err;
    return act();
  }
};
