import { z } from "zod";

/** Every error code of the wire with its HTTP status. */
export const ERROR_STATUS = {
  malformed: 400,
  unauthenticated: 401,
  no_credits: 402,
  forbidden: 403,
  /** Allowed, once the caller has added a second way to prove who they are. */
  second_factor_required: 403,
  /** Allowed, once the caller has proved again who they are. */
  confirm_identity: 403,
  /** Allowed, once the account's e-mail address is confirmed. */
  email_unconfirmed: 403,
  cross_origin: 403,
  not_found: 404,
  not_acceptable: 406,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  /** The Host of a request is not one that this server answers for. */
  unknown_host: 421,
  invalid: 422,
  /** The buyer's means of payment was declined; the same order may be paid by another one. */
  instrument_declined: 422,
  /** The payment was declined, and trying again now would not help. */
  payment_declined: 422,
  too_many_requests: 429,
  /** A day's money for models is spent: no new debates until the next one. */
  spending_limit: 429,
  internal: 500,
  /** Something that this needs is not there: a provider, the voice, PayPal. */
  unavailable: 503,
  /** The service itself has nothing to work with: everything fails until it is back. */
  out_of_service: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Codes that deny access. */
const DENIALS: ReadonlySet<ErrorCode> = new Set([
  "unauthenticated",
  "forbidden",
  "second_factor_required",
  "confirm_identity",
  "email_unconfirmed",
  "cross_origin",
]);

/** The body of every answer that is an error. */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  fields: z.record(z.string(), z.string()).optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

interface ErrorDetails {
  /** A sentence for each field that is wrong. */
  fields?: Record<string, string>;
  /** Seconds after which asking again makes sense. */
  retryAfter?: number;
  cause?: unknown;
  /** Whether authorization was denied, which is logged. By default the code decides. */
  isDenial?: boolean;
}

/** An error with a code for programs and a sentence for people; a status only at the edge. */
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

/** For what exists, but not for this caller. The response is the same as for `notFound`. */
export const hidden = (what: string): DomainError =>
  new DomainError("not_found", `${what} not found`, { isDenial: true });
