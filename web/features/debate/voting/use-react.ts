import { useSingleMutation } from "#web/lib/use-single-mutation.ts";
import type { Debate, SetReaction, SetReactionAnswer } from "#shared/contract/debate.ts";
import { request } from "#web/lib/request.ts";
import { toastError } from "#web/lib/toast.ts";
import { debateQuery } from "../queries.ts";

type Reaction = Debate["myReaction"];

/** The debate with the reaction applied, for the optimistic update. */
export const withReaction = (debate: Debate, reaction: Reaction): Debate => {
  const change = (kind: "up" | "down") =>
    Number(reaction === kind) - Number(debate.myReaction === kind);
  return {
    ...debate,
    myReaction: reaction,
    upvotes: debate.upvotes + change("up"),
    downvotes: debate.downvotes + change("down"),
  };
};

/** Sets thumbs up, down or none. Optimistic; reverted on an error. */
export const useReact = (debateId: number) => {
  const { queryKey } = debateQuery(debateId);
  return useSingleMutation({
    mutationFn: (reaction: Reaction) => {
      const body: SetReaction = { type: reaction ?? "none" };
      return request<SetReactionAnswer>("POST", `${queryKey[0]}/reaction`, { body });
    },
    onMutate: (reaction, { client }) => {
      const before = client.getQueryData<Debate | null>(queryKey);
      if (before) client.setQueryData(queryKey, withReaction(before, reaction));
      return { before };
    },
    onSuccess: ({ upvotes, downvotes }, _reaction, _result, { client }) => {
      client.setQueryData<Debate | null>(
        queryKey,
        (debate) => debate && { ...debate, upvotes, downvotes },
      );
    },
    onError: (err, _reaction, result, { client }) => {
      client.setQueryData(queryKey, result?.before);
      toastError(err);
    },
  });
};
