import type { FinishReason } from "../chat-model.ts";
import type { UsageMeter } from "../usage-meter.ts";
import type { WireRequest } from "../wire-request.ts";

/**
 * A reply in a vendor's protocol: yields text and returns how it ended. The tally measures its usage.
 * Throws the SDK's errors.
 */
export type VendorStream = (
  request: WireRequest,
  signal: AbortSignal,
  tally: UsageMeter,
) => AsyncGenerator<string, FinishReason, void>;
