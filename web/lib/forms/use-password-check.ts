import { useMutation } from "@tanstack/react-query";
import type { CheckPasswordRequest, PasswordAdvice } from "#shared/contract/accounts/account.ts";
import { PASSWORD_MIN } from "#shared/domain/accounts/account.ts";
import { request } from "../api/request.ts";

/**
 * Checks a new password on the server. The result is only advice, so the form does not wait for it.
 */
export const usePasswordCheck = () => {
  const { mutate, reset, data } = useMutation({
    mutationFn: (body: CheckPasswordRequest) =>
      request<PasswordAdvice>("POST", "/api/password/check", { body }),
  });
  return {
    warning: data?.warning ?? undefined,
    check: (body: CheckPasswordRequest) => {
      if (body.password.length < PASSWORD_MIN) reset();
      else mutate(body);
    },
  };
};
