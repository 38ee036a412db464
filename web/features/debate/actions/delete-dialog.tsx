import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { deletedHere } from "#web/components/debate/deleted-here.ts";
import { useDeleteDebate } from "#web/components/debate/delete-debate.tsx";
import { lastList } from "#web/lib/last-list.ts";
import { ConfirmDialog } from "#web/components/ui/confirm-dialog.tsx";

interface DeleteDialogProps {
  debateId: number;
  onClose: () => void;
}

/** Confirms and deletes a debate, then leaves its page. Open while mounted. */
const DeleteDialog = ({ debateId, onClose }: DeleteDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const { question } = useDeleteDebate({ debateId, onDeleted: () => navigate(lastList()) });
  useEffect(() => dialog.current?.showModal(), []);
  const leave = () => {
    deletedHere.add(debateId);
    question.onConfirm();
  };
  return <ConfirmDialog ref={dialog} onClose={onClose} {...question} onConfirm={leave} />;
};

export default DeleteDialog;
