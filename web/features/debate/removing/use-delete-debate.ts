import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { request } from "#web/lib/request.ts";
import { toast, toastError } from "#web/lib/toast.ts";

/** Lists that a deleted debate has to vanish from. */
const LISTS = ["/api/admin/debates", "/api/debates/public", "/api/debates/my"];

/** Deletes a debate and goes home. */
export const useDeleteDebate = (debateId: number) => {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => request<undefined>("DELETE", `/api/debates/${debateId}`),
    onSuccess: (_nothing, _none, _result, { client }) => {
      for (const list of LISTS) void client.invalidateQueries({ queryKey: [list] });
      toast({ title: "Success", description: "Debate deleted successfully" });
      void navigate("/");
    },
    onError: toastError,
  });
};
