import { useMutation, type UseMutationOptions } from "@tanstack/react-query";
import { useRef } from "react";

/**
 * `useMutation` whose `mutate` ignores calls while one is running. A ref stores whether one is
 * running, because a second click can come before React renders the pending state.
 */
export const useSingleMutation = <Data, Variables, Result = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Result>,
) => {
  const isRunning = useRef(false);
  const mutation = useMutation({
    ...options,
    onSettled: (...args) => {
      isRunning.current = false;
      return options.onSettled?.(...args);
    },
  });
  const mutate: typeof mutation.mutate = (...call) => {
    if (isRunning.current) return;
    isRunning.current = true;
    mutation.mutate(...call);
  };
  return { ...mutation, mutate };
};
