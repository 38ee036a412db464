import { useMutation } from "@tanstack/react-query";
import type { CheckPassword, PasswordAdvice } from "#shared/contract/account.ts";
import { PASSWORD_MIN } from "#shared/domain/account.ts";
import { request } from "../request.ts";

/**
 * Checks a new password on the server when its field loses the focus. Advice only; nothing waits
 * for it.
 */
export const usePasswordAdvice = () => {
  const { mutate, reset, data } = useMutation({
    mutationFn: (body: CheckPassword) =>
      request<PasswordAdvice>("POST", "/api/password/check", { body }),
  });
  return {
    warning: data?.warning ?? undefined,
    check: (asked: CheckPassword) => {
      if (asked.password.length < PASSWORD_MIN) reset();
      else mutate(asked);
    },
  };
};
