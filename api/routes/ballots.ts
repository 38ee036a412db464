import {
  CastBallotRequest,
  CastBallotResponse,
  DebateSwing,
} from "#shared/contract/debates/swing.ts";
import { IdParams } from "#shared/contract/primitives.ts";
import { castBallot } from "../commands/ballots/cast-ballot.ts";
import { normalizeClientAddress } from "../http/rate-limiting/client-address.ts";
import { route } from "../http/route.ts";
import { getSwing } from "../queries/debates/get-swing.ts";

export const ballotRoutes = [
  route(
    {
      method: "post",
      path: "/debates/:id/ballot",
      summary: "Say before a debate what you think of its topic; the choice is final",
      as: "user",
      params: IdParams,
      body: CastBallotRequest,
      status: 200,
      answer: CastBallotResponse,
    },
    ({ context, viewer, params, body }, { req }) =>
      castBallot(context, viewer, params.id, body.stance, normalizeClientAddress(req.ip)),
  ),
  route(
    {
      method: "post",
      path: "/turns/:id/seen",
      summary: "Report that you have seen or heard a turn; a repeated report has no effect",
      as: "user",
      limit: { throttle: "reaction", by: "user" },
      isBatched: true,
      params: IdParams,
      status: 204,
    },
    ({ context, viewer, params }, { req }) =>
      context.recordSeenTurn({
        viewer,
        turnId: params.id,
        address: normalizeClientAddress(req.ip),
      }),
  ),
  route(
    {
      method: "get",
      path: "/debates/:id/swing",
      cost: "row",
      summary: "Get your ballot, and after your vote how the audience changed its mind",
      as: "user",
      params: IdParams,
      status: 200,
      answer: DebateSwing,
    },
    ({ context, viewer, params }) => getSwing(context, viewer, params.id),
  ),
];
