import { useMutation } from "@tanstack/react-query";
import { toast } from "../toast.ts";
import { request } from "../request.ts";
import { changeUser } from "./auth.tsx";

export const useLogout = () =>
  useMutation({
    mutationFn: () => request<undefined>("POST", "/api/logout"),
    onSuccess: (_nothing, _none, _result, { client }) => {
      changeUser(client, null);
      toast({ title: "Goodbye!", description: "You have been logged out." });
    },
    onError: (err) => toast({ title: "Logout failed", description: err.message, tone: "danger" }),
  });
