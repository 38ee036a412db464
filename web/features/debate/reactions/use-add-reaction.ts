import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { AddReactionRequest, OwnReaction } from "#shared/contract/debates/reactions.ts";
import { request } from "#web/lib/api/request.ts";
import { showErrorToast } from "#web/lib/toast.ts";
import { debateQuery } from "../debate-queries.ts";

/**
 * Adds the viewer's reactions to sentences. `sent` are the reactions of this visit without failed
 * ones.
 */
export const useAddReaction = (debateId: number) => {
  const client = useQueryClient();
  const [sent, setSent] = useState<readonly OwnReaction[]>([]);
  const { queryKey } = debateQuery(debateId);
  const { mutate } = useMutation({
    mutationFn: ({ turnId, sentence }: OwnReaction) => {
      const body: AddReactionRequest = { sentence };
      return request<void>("POST", `/api/turns/${turnId}/reactions`, { body });
    },
    onMutate: (reaction) => setSent((before) => [...before, reaction]),
    onSuccess: (_answer, reaction) => {
      const reactions = client.getQueryData<Debate | null>(queryKey)?.sentenceReactions;
      // After the first reaction, the server also returns the reactions of other users.
      if (!reactions) return client.invalidateQueries({ queryKey });
      const sentenceReactions = { ...reactions, mine: [...reactions.mine, reaction] };
      return client.setQueryData<Debate | null>(
        queryKey,
        (debate) => debate && { ...debate, sentenceReactions },
      );
    },
    onError: (err, reaction) => {
      setSent((before) => before.filter((each) => each !== reaction));
      showErrorToast(err);
    },
  });
  return { sent, add: mutate };
};
