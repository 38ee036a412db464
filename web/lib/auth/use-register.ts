import { useMutation } from "@tanstack/react-query";
import type { Register, User } from "#shared/contract/account.ts";
import { toast } from "../toast.ts";
import { request } from "../request.ts";
import { changeUser } from "./auth.tsx";

const failure = (err: unknown): string =>
  err instanceof Error
    ? err.message || "An error occurred during registration."
    : "Registration failed. Please try again.";

export const useRegister = () =>
  useMutation({
    mutationFn: (account: Register) => request<User>("POST", "/api/register", { body: account }),
    onSuccess: (user, _account, _result, { client }) => {
      changeUser(client, user);
      toast({ title: "Welcome!", description: "Your account has been created successfully." });
    },
    onError: (err) =>
      toast({ title: "Registration failed", description: failure(err), tone: "danger" }),
  });
