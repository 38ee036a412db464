import {
  CastVoteRequest,
  CastVoteResponse,
  SetReactionRequest,
  SetReactionResponse,
} from "#shared/contract/debates/debate.ts";
import { SkipVoteRequest } from "#shared/contract/debates/swing.ts";
import { IdParams } from "#shared/contract/primitives.ts";
import { castVote } from "../commands/votes/cast-vote.ts";
import { skipVote } from "../commands/votes/skip-vote.ts";
import { setReaction } from "../commands/votes/set-reaction.ts";
import { route } from "../http/route.ts";

export const voteRoutes = [
  route(
    {
      method: "post",
      path: "/debates/:id/vote",
      summary: "Vote for the winner of a completed debate",
      as: "user",
      params: IdParams,
      body: CastVoteRequest,
      status: 200,
      answer: CastVoteResponse,
    },
    ({ context, viewer, params, body }) => castVote(context, viewer, params.id, body.winner),
  ),
  route(
    {
      method: "post",
      path: "/debates/:id/skip-vote",
      summary:
        "See the sealed results of a completed debate without a vote, or vote for neither side",
      as: "user",
      params: IdParams,
      body: SkipVoteRequest,
      status: 204,
    },
    ({ context, viewer, params, body }) => skipVote(context, viewer, params.id, body),
  ),
  route(
    {
      method: "post",
      path: "/debates/:id/reaction",
      summary: "Set or remove a thumb up or down",
      as: "user",
      params: IdParams,
      body: SetReactionRequest,
      status: 200,
      answer: SetReactionResponse,
    },
    ({ context, viewer, params, body }) => setReaction(context, viewer, params.id, body.type),
  ),
];
