import type { ErrorCode } from "#shared/contract/errors.ts";
import type { ListPage } from "#shared/contract/page.ts";
import { ApiError, readApiError } from "./api-error.ts";
import { promptForIdentity } from "../auth/identity-prompt.ts";
import {
  isServerReady,
  recordRecovery,
  recordOutage,
  useServerAvailability,
} from "./server-availability.ts";

interface RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

const UNREACHABLE_MESSAGE = "Can’t reach the server. Check your connection and try again.";

/** Whether the server is out of service, by its own code or by a proxy's status without a code. */
const isOutage = ({ status, code }: ApiError): boolean =>
  (code === "" && status >= 502 && status <= 504) || code === "out_of_service";

/** Requests slower than this trigger a readiness check. */
const SLOW_RESPONSE_MS = 8000;

const recordOutageUnlessReady = async (): Promise<void> => {
  if (!(await isServerReady())) recordOutage();
};

/** Window event for responses with this error code. */
export const UNAUTHENTICATED_EVENT = "unauthenticated" satisfies ErrorCode;

const IDENTITY_REQUIRED_CODE = "confirm_identity" satisfies ErrorCode;

type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Sends one request and tracks the server's availability. */
const sendRequest = async (
  method: HttpMethod,
  path: string,
  { body, headers = {}, signal }: RequestOptions = {},
): Promise<Response> => {
  const hasBody = body !== undefined;
  // A request sent before the outage proves nothing about its end.
  const { outage } = useServerAvailability.getState();
  const waiting = setTimeout(() => void recordOutageUnlessReady(), SLOW_RESPONSE_MS);
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
      recordOutage();
      throw new ApiError(0, UNREACHABLE_MESSAGE);
    })
    .finally(() => clearTimeout(waiting));
  const error = answer.ok ? null : await readApiError(answer);
  if (error && isOutage(error)) void recordOutageUnlessReady();
  else if (outage !== null) recordRecovery();
  if (error?.code === UNAUTHENTICATED_EVENT) dispatchEvent(new Event(UNAUTHENTICATED_EVENT));
  if (error) throw error;
  return answer;
};

/**
 * Calls the API. On `confirm_identity` prompts the user and repeats the request. @throws
 * {ApiError} on any error status; confirm_identity if the user declines
 */
export const requestRaw = async (
  method: HttpMethod,
  path: string,
  sent: RequestOptions = {},
): Promise<Response> => {
  try {
    return await sendRequest(method, path, sent);
  } catch (err) {
    const isAsked = err instanceof ApiError && err.code === IDENTITY_REQUIRED_CODE;
    if (!isAsked || !(await promptForIdentity())) throw err;
    return sendRequest(method, path, sent);
  }
};

/**
 * Like `requestRaw`, for JSON. `Answer` is the contract's type of this path and is not checked. @throws
 * {ApiError}
 */
export const request = async <Answer>(
  method: HttpMethod,
  path: string,
  sent: RequestOptions = {},
): Promise<Answer> => {
  const answer = await requestRaw(method, path, sent);
  return (answer.status === 204 ? undefined : await answer.json()) as Answer;
};

/** A page of a list and the total count. @throws {ApiError} */
export const requestPage = async <Row>(
  path: string,
  signal: AbortSignal,
): Promise<ListPage<Row>> => {
  const answer = await requestRaw("GET", path, { signal });
  const rows = (await answer.json()) as Row[];
  return { rows, total: Number(answer.headers.get("X-Total-Count")) };
};
