import type { ErrorCode } from "#shared/contract/errors.ts";
import type { ListPage } from "#shared/contract/page.ts";
import { ApiError, errorOf } from "./api-error.ts";
import { askIdentity } from "./identity.ts";
import { isReady, noteAnswer, noteOutage, useReachable } from "./reachable.ts";

interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

const UNREACHABLE = "The server cannot be reached. Check your connection and try again.";

/** Whether the server is out of service, by its own code or by a proxy's status without a code. */
const isOutage = ({ status, code }: ApiError): boolean =>
  (code === "" && status >= 502 && status <= 504) || code === "out_of_service";

/** Requests slower than this trigger a readiness check. */
const LONG_MS = 8000;

const noteUnlessReady = async (): Promise<void> => {
  if (!(await isReady())) noteOutage();
};

/** Window event for responses with this error code. */
export const UNAUTHENTICATED = "unauthenticated" satisfies ErrorCode;

const ASKS_IDENTITY = "confirm_identity" satisfies ErrorCode;

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Sends one request and tracks the server's availability. */
const send = async (
  method: Method,
  path: string,
  { body, headers = {}, signal }: Sent = {},
): Promise<Response> => {
  const hasBody = body !== undefined;
  // A request sent before the outage proves nothing about its end.
  const { outage } = useReachable.getState();
  const waiting = setTimeout(() => void noteUnlessReady(), LONG_MS);
  const answer = await fetch(path, {
    method,
    credentials: "include",
    headers: {
      // CSRF protection: other sites cannot send this header without CORS.
      "X-Requested-With": "fetch",
      ...(hasBody ? { "Content-Type": "application/json" } : {}),
      ...headers,
    },
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  })
    .catch((err: unknown) => {
      if (signal?.aborted) throw err;
      noteOutage();
      throw new ApiError(0, UNREACHABLE);
    })
    .finally(() => clearTimeout(waiting));
  const error = answer.ok ? null : await errorOf(answer);
  if (error && isOutage(error)) void noteUnlessReady();
  else if (outage !== null) noteAnswer();
  if (error?.code === UNAUTHENTICATED) dispatchEvent(new Event(UNAUTHENTICATED));
  if (error) throw error;
  return answer;
};

/**
 * Calls the API. On `confirm_identity` prompts the user and repeats the request. @throws
 * {ApiError} on any error status; confirm_identity if the user declines
 */
export const call = async (method: Method, path: string, sent: Sent = {}): Promise<Response> => {
  try {
    return await send(method, path, sent);
  } catch (err) {
    const isAsked = err instanceof ApiError && err.code === ASKS_IDENTITY;
    if (!isAsked || !(await askIdentity())) throw err;
    return send(method, path, sent);
  }
};

/**
 * Like `call`, for JSON. `Answer` is the contract's type of this path and is not checked. @throws
 * {ApiError}
 */
export const request = async <Answer>(
  method: Method,
  path: string,
  sent: Sent = {},
): Promise<Answer> => {
  const answer = await call(method, path, sent);
  return (answer.status === 204 ? undefined : await answer.json()) as Answer;
};

/** A page of a list and the total count. @throws {ApiError} */
export const requestPage = async <Row>(
  path: string,
  signal: AbortSignal,
): Promise<ListPage<Row>> => {
  const answer = await call("GET", path, { signal });
  const rows = (await answer.json()) as Row[];
  return { rows, total: Number(answer.headers.get("X-Total-Count")) };
};
