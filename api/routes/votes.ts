import {
  CastVote,
  CastVoteAnswer,
  SetReaction,
  SetReactionAnswer,
} from "#shared/contract/debate.ts";
import { IdParams } from "#shared/contract/primitives.ts";
import { castVote } from "../commands/votes/cast-vote.ts";
import { setReaction } from "../commands/votes/set-reaction.ts";
import { route } from "../http/route.ts";

export const voteRoutes = [
  route(
    {
      method: "post",
      path: "/debates/:id/vote",
      summary: "Say who won a completed debate",
      as: "user",
      params: IdParams,
      body: CastVote,
      status: 200,
      answer: CastVoteAnswer,
    },
    ({ context, viewer, params, body }) => castVote(context, viewer, params.id, body.winner),
  ),
  route(
    {
      method: "post",
      path: "/debates/:id/reaction",
      summary: "Thumb a debate up or down, or take the thumb back",
      as: "user",
      params: IdParams,
      body: SetReaction,
      status: 200,
      answer: SetReactionAnswer,
    },
    ({ context, viewer, params, body }) => setReaction(context, viewer, params.id, body.type),
  ),
];
