import type { Decide, Review, SetSuspension } from "#shared/contract/moderation.ts";
import { DEBATE_LISTS, refreshLists, REVIEW_LISTS } from "#web/lib/refresh-lists.ts";
import { request } from "#web/lib/request.ts";
import { toast, toastError } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/use-single-mutation.ts";

/**
 * Mutations of a review. `onDone` is called after a decision, which may remove it from the list.
 */
export const useReviewActs = ({ id, owner }: Review, onDone: () => void) => {
  const decide = useSingleMutation({
    mutationFn: (body: Decide) => request<undefined>("POST", `/api/admin/reviews/${id}`, { body }),
    onSuccess: (_nothing, { decision }) => {
      toast({
        title: "Decision saved",
        description: decision === "keep" ? "It is kept." : "It is unlisted.",
      });
      onDone();
    },
    onError: toastError,
    onSettled: (_nothing, _error, _body, _result, { client }) =>
      refreshLists(client, ...REVIEW_LISTS, ...DEBATE_LISTS),
  });
  const suspend = useSingleMutation({
    mutationFn: (body: SetSuspension) =>
      request<undefined>("PUT", `/api/admin/users/${owner.id}/suspension`, { body }),
    onSuccess: (_nothing, { suspended }) =>
      toast({
        title: suspended ? "User suspended" : "Suspension lifted",
        description: suspended
          ? `${owner.username} is signed out and cannot sign in.`
          : `${owner.username} can sign in again.`,
      }),
    onError: toastError,
    onSettled: (_nothing, _error, _body, _result, { client }) =>
      refreshLists(client, ...REVIEW_LISTS),
  });
  return { decide, suspend };
};
