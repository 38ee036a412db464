import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import type {
  Debate,
  SetReactionRequest,
  SetReactionResponse,
} from "#shared/contract/debates/debate.ts";
import { request } from "#web/lib/api/request.ts";
import { showErrorToast } from "#web/lib/toast.ts";
import { debateQuery } from "../debate-queries.ts";

type ReactionOrNull = Debate["myReaction"];

/** The debate with the reaction applied, for the optimistic update. */
export const withReaction = (debate: Debate, reaction: ReactionOrNull): Debate => {
  const getCountChange = (kind: "up" | "down") =>
    Number(reaction === kind) - Number(debate.myReaction === kind);
  return {
    ...debate,
    myReaction: reaction,
    upvotes: debate.upvotes + getCountChange("up"),
    downvotes: debate.downvotes + getCountChange("down"),
  };
};

/** Sets thumbs up, down or none. The page shows the change at once and reverts it on an error. */
export const useSetReaction = (debateId: number) => {
  const { queryKey } = debateQuery(debateId);
  return useSingleMutation({
    mutationFn: (reaction: ReactionOrNull) => {
      const body: SetReactionRequest = { type: reaction ?? "none" };
      return request<SetReactionResponse>("POST", `${queryKey[0]}/reaction`, { body });
    },
    onMutate: (reaction, { client }) => {
      const previous = client.getQueryData<Debate | null>(queryKey);
      if (previous) client.setQueryData(queryKey, withReaction(previous, reaction));
      return { before: previous };
    },
    onSuccess: ({ upvotes, downvotes }, _reaction, _result, { client }) => {
      client.setQueryData<Debate | null>(
        queryKey,
        (debate) => debate && { ...debate, upvotes, downvotes },
      );
    },
    onError: (err, _reaction, result, { client }) => {
      client.setQueryData(queryKey, result?.before);
      showErrorToast(err);
    },
  });
};
