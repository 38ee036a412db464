import { z } from "zod";

export const ERROR_STATUS = {
  malformed: 400,
  unauthenticated: 401,
  no_credits: 402,
  forbidden: 403,
  second_factor_required: 403,
  confirm_identity: 403,
  email_unconfirmed: 403,
  cross_origin: 403,
  not_found: 404,
  not_acceptable: 406,
  conflict: 409,
  /** The speech service does not speak the debate's language. */
  no_voice: 409,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  /** The Host header is not one that this server accepts. */
  unknown_host: 421,
  invalid: 422,
  /** The payment method was declined; another one can pay the same order. */
  instrument_declined: 422,
  /** The payment was declined, and a retry now would not help. */
  payment_declined: 422,
  too_many_requests: 429,
  /** The daily spending limit is reached; new debates are refused until the next day. */
  spending_limit: 429,
  internal: 500,
  /** A required service is not available: a provider, the speech service or PayPal. */
  unavailable: 503,
  /** A basic service such as the database is down, so all requests fail. */
  out_of_service: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

const DENIALS: ReadonlySet<ErrorCode> = new Set([
  "unauthenticated",
  "forbidden",
  "second_factor_required",
  "confirm_identity",
  "email_unconfirmed",
  "cross_origin",
]);

export const ErrorBody = z.object({
  message: z.string(),
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  fields: z.record(z.string(), z.string()).optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

interface ErrorDetails {
  fields?: Record<string, string>;
  retryAfter?: number;
  cause?: unknown;
  /** Whether the error denies access and is logged as such. The default depends on the code. */
  isDenial?: boolean;
}

/**
 * An error with a code for programs and a message for users. Only the HTTP layer maps it to a
 * status.
 */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfter: number | undefined;
  readonly isDenial: boolean;

  constructor(
    code: ErrorCode,
    message: string,
    { fields, retryAfter, cause, isDenial = DENIALS.has(code) }: ErrorDetails = {},
  ) {
    super(message, { cause });
    this.name = "DomainError";
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.isDenial = isDenial;
  }
}

export const notFound = (what: string): DomainError =>
  new DomainError("not_found", `${what} not found`);

/**
 * Error for an object that exists but that the caller may not see. The response equals that of
 * `notFound`.
 */
export const hidden = (what: string): DomainError =>
  new DomainError("not_found", `${what} not found`, { isDenial: true });
