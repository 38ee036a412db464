import type { FinishReason } from "../chat-model.ts";
import type { UsageMeter } from "../usage-meter.ts";
import type { WireRequest } from "../wire-request.ts";

/**
 * Sends a request in a vendor's protocol. Yields the text of the reply and returns how it ended.
 * `requestMeter` measures the usage. Throws the SDK's errors.
 */
export type VendorStream = (
  request: WireRequest,
  signal: AbortSignal,
  requestMeter: UsageMeter,
) => AsyncGenerator<string, FinishReason, void>;
