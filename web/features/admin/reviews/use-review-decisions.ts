import type {
  ReviewDecisionRequest,
  Review,
  SetSuspensionRequest,
} from "#shared/contract/debates/moderation.ts";
import {
  DEBATE_LIST_PATHS,
  invalidateLists,
  REVIEW_LIST_PATHS,
} from "#web/lib/api/invalidate-lists.ts";
import { request } from "#web/lib/api/request.ts";
import { showToast, showErrorToast } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";

/** Mutations of a review. `onDone` is called after a decision, which may remove the review. */
export const useReviewDecisions = ({ id, owner }: Review, onDone: () => void) => {
  const decide = useSingleMutation({
    mutationFn: (body: ReviewDecisionRequest) =>
      request<undefined>("POST", `/api/admin/reviews/${id}`, { body }),
    onSuccess: (_nothing, { decision }) => {
      showToast({
        title: "Decision saved",
        description: decision === "keep" ? "Content kept." : "Debate unlisted.",
      });
      onDone();
    },
    onError: showErrorToast,
    onSettled: (_nothing, _error, _body, _result, { client }) =>
      invalidateLists(client, ...REVIEW_LIST_PATHS, ...DEBATE_LIST_PATHS),
  });
  const suspend = useSingleMutation({
    mutationFn: (body: SetSuspensionRequest) =>
      request<undefined>("PUT", `/api/admin/users/${owner.id}/suspension`, { body }),
    onSuccess: (_nothing, { suspended }) =>
      showToast({
        title: suspended ? "User suspended" : "Suspension lifted",
        description: suspended
          ? `${owner.username} is signed out and cannot sign in.`
          : `${owner.username} can sign in again.`,
      }),
    onError: showErrorToast,
    onSettled: (_nothing, _error, _body, _result, { client }) =>
      invalidateLists(client, ...REVIEW_LIST_PATHS),
  });
  return { decide, suspend };
};
