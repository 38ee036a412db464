import { useMutation, type UseMutationOptions } from "@tanstack/react-query";
import { useRef } from "react";

/**
 * `useMutation` whose `mutate` does nothing while an earlier call is running. This is checked at once:
 * a second press may come before React has drawn that the first is pending.
 */
export const useSingleMutation = <Data, Variables, Result = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Result>,
) => {
  const isRunning = useRef(false);
  const mutation = useMutation({
    ...options,
    onSettled: (...settled) => {
      isRunning.current = false;
      return options.onSettled?.(...settled);
    },
  });
  const mutate: typeof mutation.mutate = (...call) => {
    if (isRunning.current) return;
    isRunning.current = true;
    mutation.mutate(...call);
  };
  return { ...mutation, mutate };
};
