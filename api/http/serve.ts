import type { Request, RequestHandler, Response } from "express";
import { z } from "zod";
import { DomainError } from "#shared/contract/errors.ts";
import { onBehalfOf } from "#infra/queue/enqueue.ts";
import { hasRole, type Viewer } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";
import { noteOwn } from "./note-own.ts";
import { parse, parsePath } from "./parse.ts";
import { contextFor, runRead, throttleKey, withCost } from "./read-cost.ts";
import { readBody, readSignedBody } from "./read-body.ts";
import { type Endpoint, limitsOf, type Route } from "./route.ts";
import { isLiveMedia, isMedia, sendLive, sendMedia } from "../audio/send-media.ts";
import { requireIdentity, requireSecondFactor, viewerOf } from "./session.ts";

const Nothing = z.strictObject({});

const requireAccess = (as: Endpoint["as"], viewer: Viewer): void => {
  if (as === "anyone") return;
  if (viewer === null) throw new DomainError("unauthenticated", "Please sign in first.");
  if (!hasRole(viewer, as))
    throw new DomainError("forbidden", "You don't have permission to do this.");
};

const bodyOf = async (endpoint: Endpoint, req: Request, res: Response): Promise<unknown> => {
  if (endpoint.method === "get") return undefined;
  if (endpoint.isSigned) return readSignedBody(req, res);
  return parse(endpoint.body ?? Nothing, await readBody(req, res));
};

/** Starts a trace for requests that change something. Reads are not traced. */
const beginTrace = ({ method, path }: Endpoint, { tracing }: Context, res: Response) => {
  if (method === "get") return {};
  const verb = method.toUpperCase();
  const facts = { "http.request.method": verb, "http.route": `/api${path}` };
  const trace = tracing.begin({ name: `${verb} /api${path}`, kind: "server", facts });
  res.once("close", () => trace.end({ "http.response.status_code": res.statusCode }));
  return { traceparent: trace.parent };
};

export const serve = ({ endpoint, handle }: Route, context: Context): RequestHandler => {
  const { as, cost, params, query, headers, status } = endpoint;
  const limits = limitsOf(endpoint);
  const reading = contextFor(cost ?? "row", context);
  const isPersonal = as !== "anyone" || endpoint.method !== "get";
  return withCost(cost, async (req, res) => {
    if (isPersonal) res.set("Cache-Control", "private, no-store");
    const origin = { requestId: req.id, ...beginTrace(endpoint, context, res) };
    const viewer = viewerOf(req);
    try {
      requireSecondFactor(req.session ?? {}, endpoint);
      requireAccess(as, viewer);
    } catch (err) {
      if (viewer) noteOwn(context, viewer, req, "act_denied");
      throw err;
    }
    if (endpoint.asksIdentity)
      await requireIdentity(context.reads, req.session, endpoint.asksIdentity);
    for (const { throttle, by } of limits)
      await context.throttles[throttle].take(throttleKey(by, viewer, req));
    const call = {
      context: { ...reading, enqueue: onBehalfOf(context.enqueue, origin) },
      viewer,
      params: params && parsePath(params, req.params),
      query: query && parse(query, req.query),
      headers: headers && parse(headers, req.headers),
      body: await bodyOf(endpoint, req, res),
    };
    const answer = await runRead(cost, context, req, async () => handle(call, { req, res }));
    if (isMedia(answer)) return sendMedia(req, res, answer);
    if (isLiveMedia(answer)) return sendLive(req, res, answer);
    res.status(status);
    if (answer === undefined) res.end();
    else res.json(answer);
  });
};
