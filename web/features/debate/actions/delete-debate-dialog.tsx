import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { locallyDeletedDebateIds } from "#web/components/debate/locally-deleted-debates.ts";
import { useDeleteDebate } from "#web/components/debate/delete-debate-button.tsx";
import { getPreviousDebateList } from "#web/lib/browser/previous-debate-list.ts";
import { ConfirmDialog } from "#web/components/ui/feedback/confirm-dialog.tsx";

interface DeleteDebateDialogProps {
  debateId: number;
  onClose: () => void;
}

/** Asks for confirmation, deletes a debate and leaves its page. The dialog opens on mount. */
const DeleteDebateDialog = ({ debateId, onClose }: DeleteDebateDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const { question } = useDeleteDebate({
    debateId,
    onDeleted: () => navigate(getPreviousDebateList()),
  });
  useEffect(() => dialog.current?.showModal(), []);
  const confirmDelete = () => {
    locallyDeletedDebateIds.add(debateId);
    question.onConfirm();
  };
  return <ConfirmDialog ref={dialog} onClose={onClose} {...question} onConfirm={confirmDelete} />;
};

export default DeleteDebateDialog;
