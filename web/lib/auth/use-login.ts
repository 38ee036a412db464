import { useMutation } from "@tanstack/react-query";
import type { Login, User } from "#shared/contract/account.ts";
import { toast } from "../toast.ts";
import { request } from "../request.ts";
import { changeUser } from "./auth.tsx";

export const useLogin = () =>
  useMutation({
    mutationFn: (login: Login) => request<User>("POST", "/api/login", { body: login }),
    onSuccess: (user, _login, _result, { client }) => {
      changeUser(client, user);
      toast({ title: "Welcome back!", description: `Logged in as ${user.username}` });
    },
    onError: (err) => toast({ title: "Login failed", description: err.message, tone: "danger" }),
  });
