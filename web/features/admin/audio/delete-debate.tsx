import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useRef } from "react";
import type { AdminDebate } from "#shared/contract/admin.ts";
import { may } from "#shared/domain/rights.ts";
import { Button } from "#web/components/button.tsx";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { request } from "#web/lib/request.ts";
import { toast, toastError } from "#web/lib/toast.ts";
import { DEBATE_LISTS, refreshLists } from "../lists/use-list.ts";

/** Deletes anybody's debate, after asking. */
export const DeleteDebate = ({ debate }: { debate: AdminDebate }) => {
  const { user: viewer } = useAuth();
  const dialog = useRef<HTMLDialogElement>(null);
  const remove = useMutation({
    mutationFn: () => request<undefined>("DELETE", `/api/debates/${debate.id}`),
    onSuccess: () => toast({ title: "Success", description: "Debate deleted successfully" }),
    onError: toastError,
    onSettled: (_nothing, _error, _none, _result, { client }) =>
      refreshLists(client, ...DEBATE_LISTS),
  });
  return (
    <>
      <Button
        look="danger"
        size="icon"
        css={{ ms: "auto" }}
        aria-label="Delete"
        disabled={remove.isPending || !may(viewer ?? null, "delete", debate)}
        onClick={() => dialog.current?.showModal()}
      >
        <Trash2 size={16} />
      </Button>
      <ConfirmDialog
        ref={dialog}
        title="Delete this debate?"
        confirmLabel="Delete debate"
        onConfirm={() => remove.mutate()}
      >
        Its turns and votes go with it, for everyone. This cannot be undone.
      </ConfirmDialog>
    </>
  );
};
