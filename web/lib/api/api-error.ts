type ApiErrorDetails = Pick<ApiError, "fields" | "code" | "retryAfterMs">;

/** Error of a failed API request. */
export class ApiError extends Error {
  /** HTTP status; 0 if the server is unreachable. */
  readonly status: number;
  /** Messages for invalid fields, by field name. */
  readonly fields: Record<string, string>;
  /** The contract's error code; empty if the response has none. */
  readonly code: string;
  /**
   * The delay that the Retry-After header asks for, in milliseconds. Undefined without this header.
   */
  readonly retryAfterMs: number | undefined;

  constructor(
    status: number,
    message: string,
    { fields = {}, code = "", retryAfterMs }: Partial<ApiErrorDetails> = {},
  ) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.fields = fields;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }

  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500;
  }
}

interface UntrustedErrorBody {
  message?: unknown;
  fields?: unknown;
  code?: unknown;
}

const parseErrorBody = (text: string): UntrustedErrorBody => {
  try {
    const body: unknown = JSON.parse(text);
    return body instanceof Object ? body : {};
  } catch {
    return {};
  }
};

const pickFieldMessages = (fields: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );

const parseRetryAfterMs = (header: string | null): number | undefined =>
  header !== null && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : undefined;

/**
 * Converts an error response. The message is the one in the JSON body, or else the body's text, or
 * else the status text.
 */
export const readApiError = async (response: Response): Promise<ApiError> => {
  const text = await response.text();
  const { message, fields, code } = parseErrorBody(text);
  const serverMessage = typeof message === "string" && message !== "" ? message : text;
  return new ApiError(response.status, serverMessage || response.statusText, {
    fields: pickFieldMessages(fields),
    code: typeof code === "string" ? code : "",
    retryAfterMs: parseRetryAfterMs(response.headers.get("Retry-After")),
  });
};
