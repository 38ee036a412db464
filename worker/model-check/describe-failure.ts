import type { TurnErrorCode } from "#shared/contract/debates/turn.ts";
import { ProviderError } from "../llm/provider-error.ts";
import { SpendingLimitReached } from "../runtime/job-task.ts";

/** The cause of a failed request, worded for the operator, who can change the configuration. */
const CAUSES: Record<TurnErrorCode, string> = {
  rate_limited: "The server limits the number of requests. Wait a minute, or raise the limit there",
  overloaded: "The server is overloaded or has an internal error",
  unreachable: "The server cannot be reached. Check its address and the network",
  interrupted: "The reply is incomplete or cannot be read",
  refused: "The model or a filter of the server refuses a harmless text",
  rejected: "The server does not accept the request",
  misconfigured:
    "The server refuses the API key, the model or the address, or the account has no credit",
  too_long: "The model's context is too small for a short request",
};

/**
 * Describes a failure in one sentence, with the vendor's error codes. Leaves out the vendor's
 * message, which may contain the key. `label` is the service's name in its error messages. Throws
 * `SpendingLimitReached` again, because it is not a result of the check.
 */
export const describeFailure = (err: unknown, label: string): string => {
  if (err instanceof SpendingLimitReached) throw err;
  if (!(err instanceof ProviderError)) return `The check itself failed: ${String(err)}.`;
  const detail = err.detail ? ` (${err.detail})` : "";
  const { message: generalMessage } = new ProviderError(err.code, label);
  const isSpecific = generalMessage !== err.message;
  const cause = isSpecific ? err.message.replace(/\.$/, "") : CAUSES[err.code];
  return `${cause}${detail}.`;
};
