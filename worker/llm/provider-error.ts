import { TellingError } from "#infra/logged-error.ts";
import type { TurnErrorCode } from "#shared/contract/turn.ts";

const RETRYABLE: ReadonlySet<TurnErrorCode> = new Set([
  "rate_limited",
  "overloaded",
  "unreachable",
  "interrupted",
]);

/** What people read, by code; `model` is the name they know it by. */
const SENTENCE = {
  rate_limited: (model) => `${model} is busy right now. Try again in a minute.`,
  overloaded: (model) => `${model} is overloaded right now. Try again in a minute.`,
  unreachable: (model) => `${model} could not be reached. Try again in a minute.`,
  interrupted: (model) => `${model} was cut off in the middle. Try again.`,
  refused: (model) => `${model} declined to speak on this.`,
  rejected: (model) => `${model} did not accept the request.`,
  misconfigured: (model) => `${model} is not set up correctly on this site.`,
  too_long: (model) => `The debate has become too long for ${model}.`,
} as const satisfies Record<TurnErrorCode, (model: string) => string>;

interface ProviderErrorDetails {
  /** Overrides what the code says for people. */
  message?: string;
  /** Overrides what follows from the code. */
  isRetryable?: boolean;
  /** It has answered all the same: what it said is what cannot be used. */
  isAnswer?: boolean;
  /** How long the provider asks to be left alone, in milliseconds. */
  retryAfterMs?: number | undefined;
  /** The vendor's codes, without its words: for the log, never for people. */
  detail?: string | undefined;
}

/** A model failed: a code for programs, a sentence for people, and whether trying again helps. */
export class ProviderError extends TellingError {
  readonly code: TurnErrorCode;
  readonly isRetryable: boolean;
  /** Whether it tells of the provider rather than of what it was asked. */
  readonly isOutage: boolean;
  readonly retryAfterMs: number | undefined;
  readonly detail: string | undefined;

  constructor(code: TurnErrorCode, model: string, details: ProviderErrorDetails = {}) {
    super(details.message ?? SENTENCE[code](model));
    this.name = "ProviderError";
    this.code = code;
    this.isRetryable = details.isRetryable ?? RETRYABLE.has(code);
    this.isOutage = RETRYABLE.has(code) && details.isAnswer !== true;
    this.retryAfterMs = details.retryAfterMs;
    this.detail = details.detail;
  }

  override facts() {
    return { detail: this.detail };
  }
}
