import { z } from "zod";
import { detectTopicLanguage } from "#infra/language/detect-language.ts";
import { presentLiveDebate } from "#infra/presenters/live-debate-presenter.ts";
import {
  AutoPlay,
  ChangeDebateRequest,
  CreateDebate,
  Debate,
  DetectLanguageRequest,
  DetectLanguageResponse,
  ListedDebate,
  ListedLanguagesResponse,
  LiveDebatePreview,
  MyDebatesQuery,
  PublicDebatesQuery,
  SetAutoPlayRequest,
} from "#shared/contract/debates/debate.ts";
import { SpokenDebate } from "#shared/contract/debates/live-stream.ts";
import { IdParams } from "#shared/contract/primitives.ts";
import { updateDebate } from "../commands/debates/update-debate.ts";
import { createDebate } from "../commands/debates/create-debate.ts";
import { createRematch } from "../commands/debates/create-rematch.ts";
import { deleteDebate } from "../commands/debates/delete-debate.ts";
import { setAutoPlay } from "../commands/debates/set-auto-play.ts";
import { getDebate } from "../queries/debates/get-debate.ts";
import { listLanguages } from "../queries/debates/list-languages.ts";
import { listLiveDebates } from "../queries/debates/list-live-debates.ts";
import { listMyDebates } from "../queries/debates/list-my-debates.ts";
import { listPublicDebates } from "../queries/debates/list-public-debates.ts";
import { listSpokenDebates } from "../queries/audio/list-spoken-debates.ts";
import { IdempotencyHeaders, listPreferredLanguages } from "../http/request-headers.ts";
import { route } from "../http/route.ts";
import { withTotalCount } from "../http/responses/list-page.ts";

export const debateRoutes = [
  route(
    {
      method: "post",
      path: "/debates",
      summary: "Start a debate for one credit",
      as: "user",
      limit: { throttle: "createDebate", by: "user" },
      headers: IdempotencyHeaders,
      body: CreateDebate,
      status: 201,
      answer: Debate,
    },
    ({ context, viewer, body, headers }, { req }) =>
      createDebate(context, viewer, body, {
        key: headers["idempotency-key"],
        preferred: listPreferredLanguages(req),
      }),
  ),
  route(
    {
      method: "post",
      path: "/debates/language",
      summary: "Detect the language that a debate on this topic would get",
      as: "user",
      limit: { throttle: "detectLanguage", by: "user" },
      body: DetectLanguageRequest,
      status: 200,
      answer: DetectLanguageResponse,
    },
    async ({ body }, { req }) => ({
      language: await detectTopicLanguage(body.topic, listPreferredLanguages(req)),
    }),
  ),
  route(
    {
      method: "get",
      path: "/debates/my",
      cost: "list",
      summary: "List the user's debates. `X-Total-Count` has their number",
      as: "user",
      query: MyDebatesQuery,
      status: 200,
      answer: z.array(ListedDebate),
    },
    async ({ context, viewer, query }, { res }) =>
      withTotalCount(res, await listMyDebates(context, viewer, query)),
  ),
  route(
    {
      method: "get",
      path: "/debates/live",
      cost: "list",
      summary: "List the first live public debates with their latest words",
      as: "anyone",
      status: 200,
      answer: z.array(LiveDebatePreview),
    },
    async ({ context, viewer }) =>
      (await listLiveDebates(context.sql)).map((row) => presentLiveDebate(row, viewer)),
  ),
  route(
    {
      method: "get",
      path: "/debates/public",
      cost: "list",
      summary: "List public debates. `X-Total-Count` has their number",
      as: "anyone",
      query: PublicDebatesQuery,
      status: 200,
      answer: z.array(ListedDebate),
    },
    async ({ context, viewer, query }, { res }) =>
      withTotalCount(res, await listPublicDebates(context, viewer, query)),
  ),
  route(
    {
      method: "get",
      path: "/debates/languages",
      cost: "list",
      summary: "List the languages of public debates",
      as: "anyone",
      status: 200,
      answer: ListedLanguagesResponse,
    },
    ({ context }) => listLanguages(context.sql),
  ),
  route(
    {
      method: "get",
      path: "/debates/spoken",
      cost: "list",
      summary: "List live public debates by number of watchers and listeners",
      as: "anyone",
      status: 200,
      answer: z.array(SpokenDebate),
    },
    ({ context, viewer }) => listSpokenDebates(context, viewer),
  ),
  route(
    {
      method: "get",
      path: "/debates/:id",
      cost: "row",
      summary: "Get a debate",
      as: "anyone",
      params: IdParams,
      status: 200,
      answer: Debate,
    },
    ({ context, viewer, params }) => getDebate(context, viewer, params.id),
  ),
  route(
    {
      method: "patch",
      path: "/debates/:id",
      summary:
        "Change visibility, pace, who may request turns and, before the first turn, the language",
      as: "user",
      params: IdParams,
      body: ChangeDebateRequest,
      status: 200,
      answer: Debate,
    },
    ({ context, viewer, params, body }) => updateDebate(context, viewer, params.id, body),
  ),
  route(
    {
      method: "put",
      path: "/debates/:id/auto-play",
      summary: "Turn Auto-Play on or off",
      as: "user",
      limit: { throttle: "nextTurn", by: "user" },
      params: IdParams,
      body: SetAutoPlayRequest,
      status: 200,
      answer: AutoPlay,
    },
    ({ context, viewer, params, body }) => setAutoPlay(context, viewer, params.id, body.on),
  ),
  route(
    {
      method: "post",
      path: "/debates/:id/rematch",
      summary: "Start a completed debate again with swapped chatbots for one credit",
      as: "user",
      limit: { throttle: "createDebate", by: "user" },
      headers: IdempotencyHeaders,
      params: IdParams,
      status: 201,
      answer: Debate,
    },
    ({ context, viewer, params, headers }) =>
      createRematch(context, viewer, params.id, headers["idempotency-key"]),
  ),
  route(
    {
      method: "delete",
      path: "/debates/:id",
      summary: "Delete a debate with its turns and votes",
      as: "user",
      requiresIdentity: true,
      params: IdParams,
      status: 204,
    },
    ({ context, viewer, params }) => deleteDebate(context, viewer, params.id),
  ),
];
