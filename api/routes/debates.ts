import { z } from "zod";
import { CreateDebate, Debate, PublicDebatesQuery } from "#shared/contract/debate.ts";
import { IdParams } from "#shared/contract/primitives.ts";
import { createDebate } from "../commands/debates/create-debate.ts";
import { deleteDebate } from "../commands/debates/delete-debate.ts";
import { getDebate } from "../queries/get-debate.ts";
import { listMyDebates } from "../queries/list-my-debates.ts";
import { listPublicDebates } from "../queries/list-public-debates.ts";
import { RepeatableHeaders } from "../http/repeatable.ts";
import { route } from "../http/route.ts";
import { sendRows } from "../http/send-rows.ts";

export const debateRoutes = [
  route(
    {
      method: "post",
      path: "/debates",
      summary: "Start a debate for one credit",
      as: "user",
      limit: { throttle: "createDebate", by: "user" },
      headers: RepeatableHeaders,
      body: CreateDebate,
      status: 201,
      answer: Debate,
    },
    ({ context, viewer, body, headers }) =>
      createDebate(context, viewer, body, headers["idempotency-key"]),
  ),
  route(
    {
      method: "get",
      path: "/debates/my",
      summary: "One's own debates, newest first",
      as: "user",
      status: 200,
      answer: z.array(Debate),
    },
    ({ context, viewer }) => listMyDebates(context, viewer),
  ),
  route(
    {
      method: "get",
      path: "/debates/public",
      summary: "Public debates; X-Total-Count says how many there are",
      as: "anyone",
      query: PublicDebatesQuery,
      status: 200,
      answer: z.array(Debate),
    },
    async ({ context, viewer, query }, { res }) =>
      sendRows(res, await listPublicDebates(context, viewer, query)),
  ),
  route(
    {
      method: "get",
      path: "/debates/:id",
      summary: "One debate",
      as: "anyone",
      params: IdParams,
      status: 200,
      answer: Debate,
    },
    ({ context, viewer, params }) => getDebate(context, viewer, params.id),
  ),
  route(
    {
      method: "delete",
      path: "/debates/:id",
      summary: "Delete a debate with its turns and votes",
      as: "user",
      params: IdParams,
      status: 204,
    },
    ({ context, viewer, params }) => deleteDebate(context, viewer, params.id),
  ),
];
