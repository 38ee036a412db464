import { useSingleMutation } from "#web/lib/use-single-mutation.ts";
import { DEBATE_LISTS, refreshLists } from "#web/lib/refresh-lists.ts";
import { request } from "#web/lib/request.ts";
import { toast, toastError } from "#web/lib/toast.ts";
import { type ButtonProps, ConfirmButton } from "../ui/confirm-button.tsx";
import type { Question } from "../ui/confirm-dialog.tsx";
import { deletedHere } from "./deleted-here.ts";

interface DebateToDelete {
  debateId: number;
  /** Named in the confirmation when the page shows several debates. */
  topic?: string | undefined;
  onDeleted?: (() => unknown) | undefined;
}

/** Props of the confirmation dialog, and whether the deletion is pending. */
export const useDeleteDebate = ({ debateId, topic, onDeleted }: DebateToDelete) => {
  const remove = useSingleMutation({
    mutationFn: () => request<undefined>("DELETE", `/api/debates/${debateId}`),
    onSuccess: () => {
      toast({ title: "Success", description: "Debate deleted successfully" });
      onDeleted?.();
    },
    onError: (err, _none, _result, { client }) => {
      deletedHere.delete(debateId);
      toastError(err);
      // The debate may have been deleted despite the error.
      void client.invalidateQueries({ queryKey: [`/api/debates/${debateId}`] });
    },
    onSettled: (_nothing, _error, _none, _result, { client }) =>
      refreshLists(client, ...DEBATE_LISTS),
  });
  const question: Question = {
    question: "Delete this debate?",
    subject: topic,
    consequence: "Its turns, recordings and votes go with it, for everyone. This cannot be undone.",
    confirmLabel: "Delete debate",
    onConfirm: () => remove.mutate(),
  };
  return { isPending: remove.isPending, question };
};

export const DeleteDebate = (props: DebateToDelete & ButtonProps) => {
  const { debateId, topic, onDeleted, ...button } = props;
  const { isPending, question } = useDeleteDebate({ debateId, topic, onDeleted });
  return <ConfirmButton look="danger" {...button} isOff={isPending} {...question} />;
};
