import { randomUUID } from "node:crypto";
import express, {
  type ErrorRequestHandler,
  type RequestHandler,
  type Response,
  Router,
} from "express";
import { z } from "zod";
import type { FaultQueue } from "./fault-queue.ts";
import { waitUntil } from "./models/paced-stream.ts";
import type { RecordedRequest, RecordedRequests, RequestOutcome } from "./recorded-requests.ts";
import type { VendorProtocol } from "./vendor-protocol.ts";
import { takeFault, type Fault, type FakedVendor, type RequestKind } from "./vendor-fault.ts";

export interface FakeContext {
  faults: FaultQueue<typeof Fault>;
  requests: RecordedRequests;
}

/** A request that is being answered. */
export interface Exchange {
  response: Response;
  record: RecordedRequest;
  fault: Fault;
  /** Time of arrival on the clock of `performance.now()`. */
  start: number;
  /** Aborts when the caller disconnects. */
  signal: AbortSignal;
}

/** An endpoint of a vendor that is called with a key and JSON. */
export interface VendorEndpoint<Input> {
  vendor: FakedVendor;
  /** Refuses what the vendor would refuse. */
  input: z.ZodType<Input>;
  /** Returns what the request is for, and its text. Fault rules may be limited to both. */
  describe(input: Input): { kind: RequestKind; text: string };
  /** Responds unless the fault is a `status`. Returns the outcome for the recorded request. */
  answer(input: Input, exchange: Exchange): Promise<RequestOutcome>;
}

/** Tests use this key for wrong credentials. All fakes refuse it. */
const REJECTED_KEY = "bad-key";
const MAX_BODY_BYTES = 10_000_000;
const SECRET_HEADER_PATTERN = /key|auth|cookie/i;

export const waitForHangUp = ({ signal }: Exchange): Promise<void> =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve()));

/** Breaks the connection. The caller loses what it has not read yet. */
export const resetConnection = ({ socket }: Response): void => void socket?.resetAndDestroy();

const createRequestId = (): string => randomUUID().replaceAll("-", "").slice(0, 24);

type Failure = Partial<Pick<Fault, "status" | "retryAfter" | "headers" | "body">> & {
  message?: string | undefined;
};

/** Sends the body of a `status` fault as it is, or an error in the vendor's format. */
const sendFailure = (
  protocol: VendorProtocol,
  response: Response,
  { status = 500, message, headers, body, ...failure }: Failure,
): void => {
  if (body !== undefined) {
    response.writeHead(status, headers ?? { "content-type": "application/json" }).end(body);
    return;
  }
  const id = createRequestId();
  const retryAfter = failure.retryAfter ?? (status === 429 ? 1 : undefined);
  const limitHeaders = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  response.set({ ...protocol.headers(id), ...(headers ?? limitHeaders) });
  response.status(status).json(protocol.failure(status, message, id));
};

/** Handles requests to an endpoint: records them, applies faults and answers. */
const createEndpointHandler =
  (
    protocol: VendorProtocol,
    { faults, requests }: FakeContext,
    { vendor, input: schema, describe, answer }: VendorEndpoint<unknown>,
  ): RequestHandler =>
  async ({ headers, body }, response) => {
    const start = performance.now();
    const input = schema.parse(body);
    const { kind, text } = describe(input);
    const fault = takeFault(faults, { vendor, kind, text, body });
    const hangup = new AbortController();
    response.on("close", () => hangup.abort());
    const open = Object.entries(headers).filter(([name]) => !SECRET_HEADER_PATTERN.test(name));
    const record: RecordedRequest = {
      id: createRequestId(),
      provider: vendor,
      kind,
      at: Date.now(),
      headers: Object.fromEntries(open.map(([name, value]) => [name, String(value)])),
      body,
      tokens: 0,
      outcome: "running",
    };
    requests.add(record);
    if (fault.effect === "status") {
      await waitUntil(start + (fault.firstTokenMs ?? 0), hangup.signal);
      record.outcome = "broken";
      return sendFailure(protocol, response, fault);
    }
    response.set(protocol.headers(record.id));
    record.outcome = await answer(input, { response, record, fault, start, signal: hangup.signal });
  };

/** Answers invalid requests with 400 and the reason. Other errors are bugs of the fakes. */
export const createErrorHandler =
  (protocol: VendorProtocol): ErrorRequestHandler =>
  // Express recognizes error handlers by their four parameters.
  (error: unknown, _request, response, _next) => {
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    const isInvalid = issue !== undefined || error instanceof SyntaxError;
    if (!isInvalid) console.error(error);
    const message = issue && `${issue.path.join(".")}: ${issue.message}`;
    if (response.headersSent) response.destroy();
    else sendFailure(protocol, response, { status: isInvalid ? 400 : 500, message });
  };

/** Creates a vendor's routes: its endpoints by path. */
export const createVendorRouter = (
  protocol: VendorProtocol,
  context: FakeContext,
  endpoints: Record<string, VendorEndpoint<unknown>>,
): Router => {
  const router = Router();
  const checkKey: RequestHandler = ({ headers }, response, next) => {
    const isValid = !["", REJECTED_KEY].includes(protocol.keyOf(headers) ?? "");
    if (isValid) next();
    else sendFailure(protocol, response, { status: 401 });
  };
  const readJson = express.json({ type: () => true, limit: MAX_BODY_BYTES });
  for (const [path, endpoint] of Object.entries(endpoints)) {
    const handler = createEndpointHandler(protocol, context, endpoint);
    router.post(path, checkKey, readJson, handler);
  }
  router.use((_request, response) => sendFailure(protocol, response, { status: 404 }));
  return router.use(createErrorHandler(protocol));
};
