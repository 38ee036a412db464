import type { Request, RequestHandler, Response } from "express";
import { z } from "zod";
import { DomainError } from "#shared/contract/errors.ts";
import { withJobOrigin } from "#infra/queue/enqueue.ts";
import { hasRole, type Viewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../context.ts";
import { recordOwnSecurityEvent } from "./session/record-security-event.ts";
import { parse, parsePath } from "./parse.ts";
import { selectContext, runRead, buildThrottleKey, tagReadCost } from "./read-cost.ts";
import { readJsonBody, readRawBody } from "./read-body.ts";
import { type Endpoint, getRateLimits, type Route } from "./route.ts";
import {
  isLiveStreamResponse,
  isMediaResponse,
  sendLiveStream,
  sendMedia,
} from "../audio/send-media.ts";
import { requireRecentIdentity, requireSecondFactor, getViewer } from "./session/session.ts";

const EmptyBody = z.strictObject({});

const requireAccess = (as: Endpoint["as"], viewer: Viewer): void => {
  if (as === "anyone") return;
  if (viewer === null) throw new DomainError("unauthenticated", "Please sign in first.");
  if (!hasRole(viewer, as))
    throw new DomainError("forbidden", "You don't have permission to do this.");
};

const readRouteBody = async (endpoint: Endpoint, req: Request, res: Response): Promise<unknown> => {
  if (endpoint.method === "get") return undefined;
  if (endpoint.isSigned) return readRawBody(req, res);
  return parse(endpoint.body ?? EmptyBody, await readJsonBody(req, res));
};

/** Starts a trace for requests that change something. Reads are not traced. */
const startRequestTrace = (
  { method, path }: Endpoint,
  { tracing }: Pick<Context, "tracing">,
  res: Response,
) => {
  if (method === "get") return {};
  const verb = method.toUpperCase();
  const attributes = { "http.request.method": verb, "http.route": `/api${path}` };
  const trace = tracing.begin({ name: `${verb} /api${path}`, kind: "server", facts: attributes });
  res.once("close", () => trace.end({ "http.response.status_code": res.statusCode }));
  return { traceparent: trace.parent };
};

export const createRouteHandler = (
  { endpoint, handle }: Route,
  context: Context,
): RequestHandler => {
  const { as, cost, params, query, headers, status } = endpoint;
  const limits = getRateLimits(endpoint);
  const readContext = selectContext(cost ?? "row", context);
  const isPersonal = as !== "anyone" || endpoint.method !== "get";
  return tagReadCost(cost, async (req, res) => {
    if (isPersonal) res.set("Cache-Control", "private, no-store");
    const origin = { requestId: req.id, ...startRequestTrace(endpoint, context, res) };
    const viewer = getViewer(req);
    try {
      requireSecondFactor(req.session ?? {}, endpoint);
      requireAccess(as, viewer);
    } catch (err) {
      if (viewer) recordOwnSecurityEvent(context, viewer, req, "act_denied");
      throw err;
    }
    if (endpoint.requiresIdentity)
      await requireRecentIdentity(context.sql, req.session, endpoint.requiresIdentity);
    for (const { throttle, by } of limits)
      await context.throttles[throttle].take(buildThrottleKey(by, viewer, req));
    const call = {
      context: { ...readContext, enqueue: withJobOrigin(context.enqueue, origin) },
      viewer,
      params: params && parsePath(params, req.params),
      query: query && parse(query, req.query),
      headers: headers && parse(headers, req.headers),
      body: await readRouteBody(endpoint, req, res),
    };
    const answer = await runRead(cost, context, req, async () => handle(call, { req, res }));
    if (isMediaResponse(answer)) return sendMedia(req, res, answer);
    if (isLiveStreamResponse(answer)) return sendLiveStream(req, res, answer);
    res.status(status);
    if (answer === undefined) res.end();
    else res.json(answer);
  });
};
