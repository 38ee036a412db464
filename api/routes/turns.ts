import { z } from "zod";
import { IdParams } from "#shared/contract/primitives.ts";
import { AddReactionRequest } from "#shared/contract/debates/reactions.ts";
import { Turn } from "#shared/contract/debates/turn.ts";
import { listTurns } from "../queries/debates/list-turns.ts";
import { requestTurn } from "../commands/turns/request-turn.ts";
import { route } from "../http/route.ts";

export const turnRoutes = [
  route(
    {
      method: "get",
      path: "/debates/:id/turns",
      cost: "row",
      summary: "List the turns; a running turn has its text so far",
      as: "anyone",
      params: IdParams,
      status: 200,
      answer: z.array(Turn),
    },
    ({ context, viewer, params }) => listTurns(context, viewer, params.id),
  ),
  route(
    {
      method: "post",
      path: "/debates/:id/turns",
      summary: "Request the next turn, or get the running one; its text is pushed",
      as: "user",
      limit: { throttle: "nextTurn", by: "user" },
      params: IdParams,
      status: 202,
      answer: Turn,
    },
    async ({ context, viewer, params }, { req }) => {
      const turn = await requestTurn(context, viewer, params.id);
      req.about = { turnId: turn.id };
      return turn;
    },
  ),
  route(
    {
      method: "post",
      path: "/turns/:id/reactions",
      summary: "Call a sentence of a turn a good point; a repeated call has no effect",
      as: "user",
      limit: { throttle: "reaction", by: "user" },
      isBatched: true,
      params: IdParams,
      body: AddReactionRequest,
      status: 204,
    },
    ({ context, viewer, params, body }) =>
      context.addReaction({ viewer, turnId: params.id, sentence: body.sentence }),
  ),
];
