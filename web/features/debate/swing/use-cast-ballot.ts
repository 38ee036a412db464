import type { CastBallotRequest, CastBallotResponse } from "#shared/contract/debates/swing.ts";
import type { BallotStance } from "#shared/domain/debates/audience/swing.ts";
import { request } from "#web/lib/api/request.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { showErrorToast } from "#web/lib/toast.ts";
import { debateQuery } from "../debate-queries.ts";
import { swingQuery } from "./swing-query.ts";

/** Stores what the viewer thinks before the debate. The choice is final. */
export const useCastBallot = (debateId: number) => {
  const { queryKey } = swingQuery(debateId);
  return useSingleMutation({
    mutationFn: (stance: BallotStance) => {
      const body: CastBallotRequest = { stance };
      return request<CastBallotResponse>("POST", `${debateQuery(debateId).queryKey[0]}/ballot`, {
        body,
      });
    },
    onSuccess: ({ stance }, _stance, _result, { client }) =>
      client.setQueryData(
        queryKey,
        (swing) => swing && { ...swing, ballot: { ...swing.ballot, mine: stance } },
      ),
    onError: (err, _stance, _result, { client }) => {
      showErrorToast(err);
      // It may be too late, or another tab may have chosen.
      void client.invalidateQueries({ queryKey, exact: true });
    },
  });
};
