import { ErrorWithDetails } from "#infra/serialize-error.ts";
import type { TurnErrorCode } from "#shared/contract/debates/turn.ts";

const RETRYABLE_CODES: ReadonlySet<TurnErrorCode> = new Set([
  "rate_limited",
  "overloaded",
  "unreachable",
  "interrupted",
]);

/** The message for users, by code. `model` is the provider's label. */
const USER_MESSAGES = {
  rate_limited: (model) => `${model} is busy right now. Try again in a minute.`,
  overloaded: (model) => `${model} is overloaded right now. Try again in a minute.`,
  unreachable: (model) => `${model} could not be reached. Try again in a minute.`,
  interrupted: (model) => `${model} was cut off in the middle. Try again.`,
  refused: (model) => `${model} refused this topic.`,
  rejected: (model) => `${model} did not accept the request.`,
  misconfigured: (model) => `${model} is not set up correctly on this site.`,
  too_long: (model) => `The debate is too long for ${model}.`,
} as const satisfies Record<TurnErrorCode, (model: string) => string>;

interface ProviderErrorDetails {
  message?: string;
  isRetryable?: boolean;
  /** Whether the provider did reply, but with something unusable. Such a failure is no outage. */
  isUnusableReply?: boolean;
  /** The pause that the provider asks for, in milliseconds. */
  retryAfterMs?: number | undefined;
  /** The vendor's error codes, for the log only. */
  detail?: string | undefined;
  /**
   * A key that is equal for failures with the same status and message. A failure that repeats is not
   * retried again. Undefined if text had already arrived, because such a failure is always retried.
   */
  failureKey?: string | undefined;
}

/** A model failed. Holds a code, a message for users, and whether a retry can help. */
export class ProviderError extends ErrorWithDetails {
  readonly code: TurnErrorCode;
  readonly isRetryable: boolean;
  /** Whether the failure counts against the provider in the circuit breaker. */
  readonly isOutage: boolean;
  readonly retryAfterMs: number | undefined;
  readonly detail: string | undefined;
  readonly failureKey: string | undefined;

  constructor(code: TurnErrorCode, model: string, details: ProviderErrorDetails = {}) {
    super(details.message ?? USER_MESSAGES[code](model));
    this.name = "ProviderError";
    this.code = code;
    this.isRetryable = details.isRetryable ?? RETRYABLE_CODES.has(code);
    this.isOutage = RETRYABLE_CODES.has(code) && details.isUnusableReply !== true;
    this.retryAfterMs = details.retryAfterMs;
    this.detail = details.detail;
    this.failureKey = details.failureKey;
  }

  override facts() {
    return { detail: this.detail };
  }
}
