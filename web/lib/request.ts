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

/** Whether nothing can be had now, as the server says, or a proxy that does not know our codes. */
const isOutage = ({ status, code }: ApiError): boolean =>
  (code === "" && status >= 502 && status <= 504) || code === "out_of_service";

/** Who waits longer for an answer wants to know why. */
const LONG_MS = 8000;

const noteUnlessReady = async (): Promise<void> => {
  if (!(await isReady())) noteOutage();
};

/** The event by which the page hears that an answer was: nobody is signed in. */
export const UNAUTHENTICATED = "unauthenticated" satisfies ErrorCode;

const ASKS_IDENTITY = "confirm_identity" satisfies ErrorCode;

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Sends one request; a JSON content type only where there is a body. */
const send = async (
  method: Method,
  path: string,
  { body, headers = {}, signal }: Sent = {},
): Promise<Response> => {
  const hasBody = body !== undefined;
  // What was asked before an outage says nothing of its end.
  const { outage } = useReachable.getState();
  const waiting = setTimeout(() => void noteUnlessReady(), LONG_MS);
  const answer = await fetch(path, {
    method,
    credentials: "include",
    headers: {
      // What no other site can make an old browser send.
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
 * Calls the API with the session's cookie. Where it answers `confirm_identity`, the user is asked, and
 * the request is sent again: every act goes on without knowing of it.
 * @throws {ApiError} on anything but success; confirm_identity where the user declines
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
 * The same, for JSON. `Answer` is what the contract says of this path: the server is ours and
 * answers by it.
 * @throws {ApiError} on anything but success
 */
export const request = async <Answer>(
  method: Method,
  path: string,
  sent: Sent = {},
): Promise<Answer> => {
  const answer = await call(method, path, sent);
  return (answer.status === 204 ? undefined : await answer.json()) as Answer;
};

/**
 * The page of a list that the path's query asks for.
 * @throws {ApiError} on anything but success
 */
export const requestPage = async <Row>(
  path: string,
  signal: AbortSignal,
): Promise<ListPage<Row>> => {
  const answer = await call("GET", path, { signal });
  const rows = (await answer.json()) as Row[];
  return { rows, total: Number(answer.headers.get("X-Total-Count")) };
};
