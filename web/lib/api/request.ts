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

/**
 * Whether the server is out of service, according to its own response or to the error status of a
 * proxy.
 */
const isOutage = ({ status, code }: ApiError): boolean =>
  (code === "" && status >= 502 && status <= 504) || code === "out_of_service";

/** A request that takes longer triggers a check whether the server is ready. */
const SLOW_RESPONSE_MS = 8000;

const recordOutageUnlessReady = async (): Promise<void> => {
  if (!(await isServerReady())) recordOutage();
};

/** Event on `window` for responses with this error code. */
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
  // Read before the request, because only requests that are sent during an outage can show that it
  // is over.
  const { outage } = useServerAvailability.getState();
  const slowTimer = setTimeout(() => void recordOutageUnlessReady(), SLOW_RESPONSE_MS);
  const response = await fetch(path, {
    method,
    credentials: "include",
    headers: {
      // Protects against CSRF, because CORS forbids other sites to send this header.
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
    .finally(() => clearTimeout(slowTimer));
  const error = response.ok ? null : await readApiError(response);
  if (error && isOutage(error)) void recordOutageUnlessReady();
  else if (outage !== null) recordRecovery();
  if (error?.code === UNAUTHENTICATED_EVENT) dispatchEvent(new Event(UNAUTHENTICATED_EVENT));
  if (error) throw error;
  return response;
};

/**
 * Calls the API. If the server requires a confirmed identity, asks the user and repeats the
 * request. Throws an `ApiError` for any error status, also if the user declines.
 */
export const requestRaw = async (
  method: HttpMethod,
  path: string,
  options: RequestOptions = {},
): Promise<Response> => {
  try {
    return await sendRequest(method, path, options);
  } catch (err) {
    const needsIdentity = err instanceof ApiError && err.code === IDENTITY_REQUIRED_CODE;
    if (!needsIdentity || !(await promptForIdentity())) throw err;
    return sendRequest(method, path, options);
  }
};

/** Like `requestRaw`, for JSON. The response is not checked against its type `Answer`. */
export const request = async <Answer>(
  method: HttpMethod,
  path: string,
  options: RequestOptions = {},
): Promise<Answer> => {
  const response = await requestRaw(method, path, options);
  return (response.status === 204 ? undefined : await response.json()) as Answer;
};

/** Requests one page of a list and the total count. Throws an `ApiError`. */
export const requestPage = async <Row>(
  path: string,
  signal: AbortSignal,
): Promise<ListPage<Row>> => {
  const response = await requestRaw("GET", path, { signal });
  const rows = (await response.json()) as Row[];
  return { rows, total: Number(response.headers.get("X-Total-Count")) };
};
