import { Trash2 } from "lucide-react";
import { useRef } from "react";
import { Button } from "#web/components/button.tsx";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { useDeleteDebate } from "./use-delete-debate.ts";

/** Deletes a debate, after asking. */
export const DeleteDebate = ({ debateId }: { debateId: number }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const remove = useDeleteDebate(debateId);
  return (
    <>
      <Button look="danger" disabled={remove.isPending} onClick={() => dialog.current?.showModal()}>
        <Trash2 size={16} />
        Delete
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
