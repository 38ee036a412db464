import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { DEBATE_LIST_PATHS, invalidateLists } from "#web/lib/api/invalidate-lists.ts";
import { request } from "#web/lib/api/request.ts";
import { showToast, showErrorToast } from "#web/lib/toast.ts";
import { type PlainButtonProps, ConfirmButton } from "../ui/feedback/confirm-button.tsx";
import type { ConfirmationText } from "../ui/feedback/confirm-dialog.tsx";
import { locallyDeletedDebateIds } from "./locally-deleted-debates.ts";
import type { LanguageTag } from "#shared/domain/debates/language/language.ts";

interface DeleteDebateOptions {
  debateId: number;
  /** The debate's topic. Needed where a page shows several debates. */
  topic?: string | undefined;
  language?: LanguageTag | undefined;
  onDeleted?: (() => unknown) | undefined;
}

/** Returns the props of the confirmation dialog, and whether the deletion is pending. */
export const useDeleteDebate = ({ debateId, topic, language, onDeleted }: DeleteDebateOptions) => {
  const remove = useSingleMutation({
    mutationFn: () => request<undefined>("DELETE", `/api/debates/${debateId}`),
    onSuccess: () => {
      showToast({ title: "Success", description: "Debate deleted successfully" });
      onDeleted?.();
    },
    onError: (err, _none, _result, { client }) => {
      locallyDeletedDebateIds.delete(debateId);
      showErrorToast(err);
      // The debate may have been deleted despite the error.
      void client.invalidateQueries({ queryKey: [`/api/debates/${debateId}`] });
    },
    onSettled: (_nothing, _error, _none, _result, { client }) =>
      invalidateLists(client, ...DEBATE_LIST_PATHS),
  });
  const question: ConfirmationText = {
    question: "Delete this debate?",
    subject: topic,
    language,
    consequence: "Its turns, recordings and votes are deleted too. This cannot be undone.",
    confirmLabel: "Delete debate",
    onConfirm: () => remove.mutate(),
  };
  return { isPending: remove.isPending, question };
};

export const DeleteDebateButton = (props: DeleteDebateOptions & PlainButtonProps) => {
  const { debateId, topic, language, onDeleted, ...button } = props;
  const { isPending, question } = useDeleteDebate({ debateId, topic, language, onDeleted });
  return <ConfirmButton variant="danger" {...button} isOff={isPending} {...question} />;
};
