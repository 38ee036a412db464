type Details = Pick<ApiError, "fields" | "code" | "retryAfterMs">;

/** An answer that is no success, or no answer at all. */
export class ApiError extends Error {
  /** The HTTP status; 0 when the server could not be reached. */
  readonly status: number;
  /** A sentence for each field that is wrong. */
  readonly fields: Record<string, string>;
  /** The contract's code; empty where the answer has none. */
  readonly code: string;
  /** Milliseconds after which asking again makes sense, where the server said so. */
  readonly retryAfterMs: number | undefined;

  constructor(
    status: number,
    message: string,
    { fields = {}, code = "", retryAfterMs }: Partial<Details> = {},
  ) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.fields = fields;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }

  /** Whether the server has understood what was asked, and will not do it. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500;
  }
}

interface MaybeErrorBody {
  message?: unknown;
  fields?: unknown;
  code?: unknown;
}

const parsed = (text: string): MaybeErrorBody => {
  try {
    const body: unknown = JSON.parse(text);
    return body instanceof Object ? body : {};
  } catch {
    return {};
  }
};

const sentences = (fields: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );

const secondsIn = (header: string | null): number | undefined =>
  header !== null && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : undefined;

/**
 * The error an answer stands for: the body's message if the body is JSON
 * with one, otherwise the body's text, otherwise the status text.
 */
export const errorOf = async (answer: Response): Promise<ApiError> => {
  const text = await answer.text();
  const { message, fields, code } = parsed(text);
  const said = typeof message === "string" && message !== "" ? message : text;
  return new ApiError(answer.status, said || answer.statusText, {
    fields: sentences(fields),
    code: typeof code === "string" ? code : "",
    retryAfterMs: secondsIn(answer.headers.get("Retry-After")),
  });
};
