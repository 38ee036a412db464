import { ApiError, errorOf } from "./api-error.ts";

interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

const UNREACHABLE = "The server cannot be reached. Check your connection and try again.";

/**
 * Calls the API with the session's cookie; a JSON content type only where there is a body.
 * `Answer` is what the contract says of this path: the server is ours and answers by it.
 * @throws {ApiError} on anything but success
 */
export const request = async <Answer>(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  { body, headers = {}, signal }: Sent = {},
): Promise<Answer> => {
  const hasBody = body !== undefined;
  const answer = await fetch(path, {
    method,
    credentials: "include",
    headers: { ...(hasBody ? { "Content-Type": "application/json" } : {}), ...headers },
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  }).catch((err: unknown) => {
    throw signal?.aborted ? err : new ApiError(0, UNREACHABLE);
  });
  if (!answer.ok) throw await errorOf(answer);
  return (answer.status === 204 ? undefined : await answer.json()) as Answer;
};
